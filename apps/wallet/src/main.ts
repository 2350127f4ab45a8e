import 'reflect-metadata';
import { runMicroservice } from '@stablecoin/service-host';
import { walletService } from './service';

runMicroservice(walletService);
