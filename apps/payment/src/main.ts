import 'reflect-metadata';
import { runMicroservice } from '@stablecoin/platform';
import { PaymentModule } from './payment.module';

runMicroservice('payment', PaymentModule);
