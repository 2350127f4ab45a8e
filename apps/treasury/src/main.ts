import 'reflect-metadata';
import { runMicroservice } from '@stablecoin/platform';
import { TreasuryModule } from './treasury.module';

runMicroservice('treasury', TreasuryModule);
