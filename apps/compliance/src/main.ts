import 'reflect-metadata';
import { runMicroservice } from '@stablecoin/host';
import { complianceService } from './service';

runMicroservice(complianceService);
