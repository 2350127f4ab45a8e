import type { QueryMap } from '@stablecoin/contracts';
import type { Projector } from '@stablecoin/event-sourcing';
import { outcomeOf } from '@stablecoin/platform';
import type { QueryHandlers } from '@stablecoin/platform';
import { endpointStream } from '../application/handlers';
import type { EndpointHandler } from '../application/handlers';
import type { Deliveries } from '../read-model/deliveries';
import type { Endpoints } from '../read-model/endpoints';
import type { Events } from '../read-model/events';
import type { WebhookTables } from '../read-model/tables';

/** What is answered to others about webhooks. */
export function registerWebhookQueries(
  queries: QueryHandlers<QueryMap>,
  parts: {
    readonly endpoints: Endpoints;
    readonly events: Events;
    readonly deliveries: Deliveries;
    readonly handler: EndpointHandler;
    readonly projector: Projector<WebhookTables>;
  },
): void {
  const { endpoints, events, deliveries, handler, projector } = parts;
  queries.register('webhook.endpoint', (query) => endpoints.get(query));
  queries.register('webhook.endpoints', (query) => endpoints.list(query));
  queries.register('webhook.deliveries', (query) => deliveries.list(query));
  queries.register('webhook.event', (query) => events.get(query));
  queries.register('webhook.events', (query) => events.list(query));
  queries.register('webhook.outcome', ({ id, commandId }) =>
    outcomeOf(handler, projector, endpointStream(id), commandId),
  );
}
