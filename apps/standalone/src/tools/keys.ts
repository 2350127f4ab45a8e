import 'reflect-metadata';
import { manageKeys } from './manage-keys';
import { runAsProcess } from './output';

runAsProcess(manageKeys);
