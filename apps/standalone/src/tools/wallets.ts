import 'reflect-metadata';
import { deployWallets } from './deploy-wallets';
import { runAsProcess } from './output';

runAsProcess(deployWallets);
