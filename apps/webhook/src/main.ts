import 'reflect-metadata';
import { runMicroservice } from '@stablecoin/platform';
import { webhookService } from './service';

runMicroservice('webhook', webhookService);
