import 'reflect-metadata';
import { runMicroservice } from '@stablecoin/host';
import { walletService } from './service';

runMicroservice(walletService);
