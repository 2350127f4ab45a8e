import { buildDocument } from './openapi/document';
import type { OpenApiDocument } from './openapi/open-api';
import { RESOURCES } from './resources';
import { WEBHOOK_EVENTS } from './resources/events/event.schema';
import { settledEvent } from './resources/webhook-endpoints/webhook.schema';

/**
 * The description of this API in OpenAPI 3.1.
 *
 * @param address - origin under which clients reach the service
 */
export function apiDocument(address?: string): OpenApiDocument {
  return buildDocument({ resources: RESOURCES, webhooks: { events: WEBHOOK_EVENTS, example: settledEvent } }, address);
}
