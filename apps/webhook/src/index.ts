export { httpSender, WebhookModule } from './webhook.module';
export { webhookProjection } from './read-model/projection';
