export { httpSender, webhookService } from './service';
export { webhookProjection } from './read-model/projection';
