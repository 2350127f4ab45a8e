import 'reflect-metadata';
import { runMicroservice } from '@stablecoin/host';
import { webhookService } from './service';

runMicroservice(webhookService);
