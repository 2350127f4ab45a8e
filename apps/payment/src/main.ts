import 'reflect-metadata';
import { runMicroservice } from '@stablecoin/host';
import { paymentService } from './service';

runMicroservice(paymentService);
