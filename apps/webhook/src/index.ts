export { httpSender } from './adapters/http-sender';
export { webhookService } from './service';
export { webhookProjection } from './read-model/webhook-projection';
export { webhookAudit } from './read-model/webhook-audit';
