import 'reflect-metadata';
import { runMicroservice } from '@stablecoin/service-host';
import { treasuryService } from './service';

runMicroservice(treasuryService);
