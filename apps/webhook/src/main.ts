import 'reflect-metadata';
import { runMicroservice } from '@stablecoin/platform';
import { WebhookModule } from './webhook.module';

runMicroservice('webhook', WebhookModule);
