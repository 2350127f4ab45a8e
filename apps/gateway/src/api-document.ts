import { buildDocument } from './openapi/document';
import type { OpenApiDocument } from './openapi/open-api';
import { endpointsOf } from './openapi/resource';
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

/** The operations that the SDKs have no method for, as sdks/vectors/left-out.json has them. */
export function withoutSdkMethod(): object {
  const operations = RESOURCES.flatMap(endpointsOf).flatMap(({ method, path, document: { insteadOfSdk } }) =>
    insteadOfSdk === undefined ? [] : [{ operation: `${method.toUpperCase()} ${path}`, instead: insteadOfSdk }],
  );
  return {
    about:
      'Operations of the API that the SDKs have no method for, and what a program uses instead. Generated from the endpoints.',
    operations,
  };
}
