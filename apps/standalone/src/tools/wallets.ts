import 'reflect-metadata';
import { runDeployment } from './deploy-wallets';
import { runAsProcess } from './output';

runAsProcess(runDeployment);
