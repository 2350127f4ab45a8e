import type { QueryMap } from '@stablecoin/contracts';
import { outcomeOf } from '@stablecoin/host';
import type { ReadModel } from '@stablecoin/host';
import type { QueryHandlers } from '@stablecoin/messaging';
import type { DeliveryHandler, EndpointHandler, WebhookEventHandler } from '../application/handlers';
import { endpointStreams } from '../domain/streams';
import type { Deliveries } from '../read-model/deliveries';
import type { Endpoints } from '../read-model/endpoints';
import type { Events } from '../read-model/events';

interface Sources {
  readonly endpoints: Endpoints;
  readonly events: Events;
  readonly deliveries: Deliveries;
  readonly endpointHandler: EndpointHandler;
  readonly eventHandler: WebhookEventHandler;
  readonly deliveryHandler: DeliveryHandler;
  readonly readModel: ReadModel;
}

/** What webhooks answer to others. */
export class WebhookAnswers {
  readonly #sources: Sources;

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  register(queries: QueryHandlers<QueryMap>): void {
    const { endpoints, events, deliveries, endpointHandler, readModel } = this.#sources;
    queries.register('webhook.endpoint', (query) => endpoints.get(query));
    queries.register('webhook.endpoints', (query) => endpoints.list(query));
    queries.register('webhook.deliveries', (query) => this.#current(() => deliveries.list(query)));
    queries.register('webhook.delivery', (query) => this.#current(() => deliveries.get(query)));
    queries.register('webhook.payment_deliveries', (query) => this.#current(() => deliveries.ofPayment(query)));
    queries.register('webhook.event', (query) => this.#current(() => events.get(query)));
    queries.register('webhook.boundary_event', (query) => this.#current(() => events.atBoundary(query)));
    queries.register('webhook.events', (query) => this.#current(() => events.list(query)));
    queries.register('webhook.replays', (query) => endpoints.replays(query));
    queries.register('webhook.outcome', ({ id, commandId }) =>
      outcomeOf(endpointHandler, readModel, endpointStreams.stream(id), commandId),
    );
  }

  /** Finds what was recorded here, although the read model rests while nobody asks. */
  async #current<T>(read: () => Promise<T>): Promise<T> {
    const { eventHandler, deliveryHandler, readModel } = this.#sources;
    const written = await Promise.all([eventHandler.writtenUpTo(), deliveryHandler.writtenUpTo()]);
    await readModel.waitFor(Math.max(...written));
    return read();
  }
}
