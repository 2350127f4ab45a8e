import 'reflect-metadata';
import { runMicroservice } from '@stablecoin/host';
import { treasuryService } from './service';

runMicroservice(treasuryService);
