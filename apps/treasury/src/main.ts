import 'reflect-metadata';
import { runMicroservice } from '@stablecoin/platform';
import { treasuryService } from './service';

runMicroservice('treasury', treasuryService);
