import 'reflect-metadata';
import { diagnose } from './doctor/diagnose';
import { runAsProcess } from './output';

runAsProcess(diagnose);
