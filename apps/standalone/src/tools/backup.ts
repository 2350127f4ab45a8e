import 'reflect-metadata';
import { makeBackup } from './backup/make-backup';
import { runAsProcess } from './output';

runAsProcess(makeBackup);
