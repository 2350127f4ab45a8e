import 'reflect-metadata';
import { manageDeadLetters } from './manage-dead-letters';
import { runAsProcess } from './output';

runAsProcess(manageDeadLetters);
