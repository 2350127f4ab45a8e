import 'reflect-metadata';
import { runMicroservice } from '@stablecoin/platform';
import { walletService } from './service';

runMicroservice('wallet', walletService);
