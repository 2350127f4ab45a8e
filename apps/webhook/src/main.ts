import 'reflect-metadata';
import { runMicroservice } from '@stablecoin/service-host';
import { webhookService } from './service';

runMicroservice(webhookService);
