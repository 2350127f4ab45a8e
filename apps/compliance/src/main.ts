import 'reflect-metadata';
import { runMicroservice } from '@stablecoin/service-host';
import { complianceService } from './service';

runMicroservice(complianceService);
