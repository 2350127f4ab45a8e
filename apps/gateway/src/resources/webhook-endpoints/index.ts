import type { Resource } from '../../openapi/resource';
import { CreateWebhookEndpointController } from './create-webhook-endpoint';
import { DeleteWebhookEndpointController } from './delete-webhook-endpoint';
import { GetDeliveryController } from './get-delivery';
import { GetWebhookEndpointController } from './get-webhook-endpoint';
import { ListDeliveriesController } from './list-deliveries';
import { ListWebhookEndpointsController } from './list-webhook-endpoints';
import { ReplayEventsController } from './replay-events';
import { RotateWebhookSecretController } from './rotate-webhook-secret';
import { SendTestEventController } from './send-test-event';
import { UpdateWebhookEndpointController } from './update-webhook-endpoint';
import { webhookSchemas } from './webhook.schema';

export const webhookEndpoints: Resource = {
  tag: 'Webhook endpoints',
  controllers: [
    CreateWebhookEndpointController,
    ListWebhookEndpointsController,
    GetWebhookEndpointController,
    UpdateWebhookEndpointController,
    DeleteWebhookEndpointController,
    RotateWebhookSecretController,
    SendTestEventController,
    ListDeliveriesController,
    GetDeliveryController,
    ReplayEventsController,
  ],
  schemas: webhookSchemas,
};
