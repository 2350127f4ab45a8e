import type { QueryMap } from '@stablecoin/contracts';
import { outcomeOf } from '@stablecoin/host';
import type { ReadModel } from '@stablecoin/host';
import type { QueryHandlers } from '@stablecoin/messaging';
import type { DeliveryHandler, EndpointHandler, WebhookEventHandler } from '../application/handlers';
import { endpointStreams } from '../domain/streams';
import type { Deliveries } from '../read-model/deliveries';
import type { Endpoints } from '../read-model/endpoints';
import type { Events } from '../read-model/events';

/** What is answered to others about webhooks. */
export function registerWebhookQueries(
  queries: QueryHandlers<QueryMap>,
  parts: {
    readonly endpoints: Endpoints;
    readonly events: Events;
    readonly deliveries: Deliveries;
    readonly endpointHandler: EndpointHandler;
    readonly eventHandler: WebhookEventHandler;
    readonly deliveryHandler: DeliveryHandler;
    readonly readModel: ReadModel;
  },
): void {
  const { endpoints, events, deliveries, endpointHandler, eventHandler, deliveryHandler, readModel } = parts;
  /** What was recorded here is found, though the read model rests while nobody asks. */
  const whenCurrent = async <T>(read: () => Promise<T>): Promise<T> => {
    const written = await Promise.all([eventHandler.writtenUpTo(), deliveryHandler.writtenUpTo()]);
    await readModel.waitFor(Math.max(...written));
    return read();
  };
  queries.register('webhook.endpoint', (query) => endpoints.get(query));
  queries.register('webhook.endpoints', (query) => endpoints.list(query));
  queries.register('webhook.deliveries', (query) => whenCurrent(() => deliveries.list(query)));
  queries.register('webhook.delivery', (query) => whenCurrent(() => deliveries.get(query)));
  queries.register('webhook.payment_deliveries', (query) => whenCurrent(() => deliveries.ofPayment(query)));
  queries.register('webhook.event', (query) => whenCurrent(() => events.get(query)));
  queries.register('webhook.boundary_event', (query) => whenCurrent(() => events.atBoundary(query)));
  queries.register('webhook.events', (query) => whenCurrent(() => events.list(query)));
  queries.register('webhook.replays', (query) => endpoints.replays(query));
  queries.register('webhook.outcome', ({ id, commandId }) =>
    outcomeOf(endpointHandler, readModel, endpointStreams.stream(id), commandId),
  );
}
