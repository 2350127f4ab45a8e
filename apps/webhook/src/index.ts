export { WebhookModule } from './webhook.module';
