import 'reflect-metadata';
import { runMicroservice } from '@stablecoin/platform';
import { paymentService } from './service';

runMicroservice('payment', paymentService);
