import 'reflect-metadata';
import { runMicroservice } from '@stablecoin/platform';
import { complianceService } from './service';

runMicroservice('compliance', complianceService);
