import 'reflect-metadata';
import { manageRestore } from './backup/manage-restore';
import { runAsProcess } from './output';

runAsProcess(manageRestore);
