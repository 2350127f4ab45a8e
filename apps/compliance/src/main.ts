import 'reflect-metadata';
import { runMicroservice } from '@stablecoin/platform';
import { ComplianceModule } from './compliance.module';

runMicroservice('compliance', ComplianceModule);
