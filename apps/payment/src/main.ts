import 'reflect-metadata';
import { runMicroservice } from '@stablecoin/service-host';
import { paymentService } from './service';

runMicroservice(paymentService);
