import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { Projector, Publisher } from '@stablecoin/event-sourcing';
import { RethrowFilter } from '@stablecoin/messaging';
import { ServiceComponents, whileLeading, whileNobodyWaits } from '@stablecoin/platform';
import type { Runtime } from '@stablecoin/platform';
import type { WebhookSender } from './adapters/webhook-sender';
import { WebhookConsumer } from './api/webhook.consumer';
import { registerWebhookQueries } from './api/webhook.queries';
import { deliveryWorker } from './application/deliver';
import type { Sender } from './application/deliver';
import { EndpointDirectory } from './application/endpoint-directory';
import { messagesFor } from './application/messages-for';
import { DeliveryHandler, EndpointHandler, WebhookEventHandler } from './application/handlers';
import { replayWorker } from './application/replay';
import { CALLS_AT_ONCE } from './application/concurrency-limiter';
import { endpointDecider } from './domain/decide-endpoint';
import { deliveryDecider } from './domain/delivery';
import { webhookEventDecider } from './domain/event';
import { Deliveries } from './read-model/deliveries';
import { Endpoints } from './read-model/endpoints';
import { Events } from './read-model/events';
import { webhookProjection } from './read-model/projection';
import type { WebhookTables } from './read-model/tables';

/** Tells customers what happens: endpoints, signed deliveries, retries. */
@Module({})
export class WebhookModule {
  /** @param sender - calls the endpoints; over HTTP, unless told */
  static forRuntime(runtime: Runtime, sender: Sender = httpSender(runtime)): DynamicModule {
    const { store, clock, log, meter, bus, secrets, configuration } = runtime;
    const db = runtime.database<WebhookTables>('webhook');
    const endpoints = new Endpoints(db);
    const events = new Events(db);
    const deliveries = new Deliveries(db);
    // Where several instances share the read model, another one may change it.
    const directory = new EndpointDirectory(endpoints, { shared: runtime.lease('webhook') !== null });
    meter.gauge('cache_entries', { cache: 'endpoints' }, () => directory.size);
    const schedule = configuration.webhookScheduleMs;
    const projection = webhookProjection({ schedule, endpointsChange: (tenant) => directory.forget(tenant) });
    const projector = new Projector({
      ...{ store, db, projection, clock, log, meter },
      ...whileNobodyWaits(runtime, 'webhook'),
    });

    const ports = { store, clock, log, meter };
    const endpointHandler = new EndpointHandler({ ...ports, decider: endpointDecider });
    const eventHandler = new WebhookEventHandler({ ...ports, decider: webhookEventDecider });
    const deliveryHandler = new DeliveryHandler({ ...ports, decider: deliveryDecider(schedule) });
    const publisher = new Publisher({
      ...{ store, db, clock, log, meter },
      name: 'webhook',
      prefixes: ['webhook_endpoint-'],
      map: messagesFor,
      publish: (messages) => bus.publish(messages),
    });
    const parts = { db, projector, clock, log, meter, endpointHandler, directory, events };
    const handlers = { endpointHandler, eventHandler, deliveryHandler };
    registerWebhookQueries(runtime.queries, { endpoints, events, deliveries, ...handlers, projector });
    return {
      module: WebhookModule,
      controllers: [WebhookConsumer],
      providers: [
        { provide: APP_FILTER, useClass: RethrowFilter },
        { provide: EndpointHandler, useValue: endpointHandler },
        { provide: WebhookEventHandler, useValue: eventHandler },
        { provide: EndpointDirectory, useValue: directory },
        { provide: Projector, useValue: projector },
        {
          provide: ServiceComponents,
          useValue: new ServiceComponents([
            ...Object.values(handlers).map((handler) => ({
              start: () => undefined,
              stop: () => handler.idle(),
            })),
            { start: () => undefined, stop: () => sender.close() },
            ...whileLeading(runtime, 'webhook', [
              projector,
              publisher,
              replayWorker({ ...parts, eventHandler }),
              deliveryWorker({
                ...parts,
                deliveryHandler,
                endpoints,
                sender,
                secrets,
                disableAfterMs: configuration.webhookDisableAfterMs,
                allowPrivate: configuration.webhookAllowPrivate,
              }),
            ]),
          ]),
        },
      ],
    };
  }
}

/**
 * Calls endpoints over HTTP, as the configuration says. Its HTTP client is loaded with the first call: a start, and a
 * service without endpoints, do without it.
 */
export function httpSender({ configuration, clock, meter }: Runtime): Sender {
  let opened: WebhookSender | undefined;
  meter.gauge('cache_entries', { cache: 'webhook_connections' }, () => opened?.origins ?? 0);
  const open = async (): Promise<WebhookSender> => {
    const { WebhookSender: Http } = await import('./adapters/webhook-sender.js');
    return (opened ??= new Http({
      timeoutMs: configuration.webhookTimeoutMs,
      now: () => clock.now(),
      connectionsMax: CALLS_AT_ONCE,
    }));
  };
  return {
    send: async (call, signal) => (opened ?? (await open())).send(call, signal),
    close: async () => opened?.close(),
  };
}
