import { defineService } from '@stablecoin/host';
import type { ServiceHost } from '@stablecoin/host';
import { httpSender } from './adapters/http-sender';
import { WebhookConsumer } from './api/webhook.consumer';
import { WebhookAnswers } from './api/webhook.queries';
import { deliveryJob } from './application/deliver';
import type { Sender } from './application/sender';
import { EndpointDirectory } from './application/endpoint-directory';
import { DeliveryHandler, EndpointHandler, WebhookEventHandler } from './application/handlers';
import { messagesFor } from './application/messages-for';
import { replayJob } from './application/replay';
import { endpointDecider } from './domain/decide-endpoint';
import { deliveryDecider } from './domain/decide-delivery';
import { webhookEventDecider } from './domain/decide-event';
import type { EventRecordEvent } from './domain/event';
import { endpointStreams } from './domain/streams';
import { Deliveries } from './read-model/deliveries';
import { Endpoints } from './read-model/endpoints';
import { Events } from './read-model/events';
import { webhookAudit } from './read-model/webhook-audit';
import { webhookProjection } from './read-model/webhook-projection';
import type { WebhookTables } from './read-model/tables';

/**
 * Tells customers what happens: endpoints, signed deliveries, retries.
 *
 * @param sender - calls the endpoints; by default over HTTP
 */
export const webhookService = defineService(
  { name: 'webhook', audit: webhookAudit },
  (host: ServiceHost<WebhookTables>, sender: Sender = httpSender(host)) => {
    const { clock, meter, secrets, queries, configuration, db } = host;
    const endpoints = new Endpoints(db);
    const events = new Events(db, host.generation?.lostAfter ?? null);
    const deliveries = new Deliveries(db);
    const directory = new EndpointDirectory(endpoints);
    const schedule = configuration.webhookScheduleMs;
    const projection = webhookProjection(schedule);
    const readModel = host.readModel(projection, { flushOn: isDue });

    const endpointHandler = host.commands(EndpointHandler, { decider: endpointDecider, durable: true });
    const eventHandler = host.commands(WebhookEventHandler, { decider: webhookEventDecider, durable: true });
    const deliveryHandler = host.commands(DeliveryHandler, { decider: deliveryDecider(schedule), durable: true });
    host.onStop(() => sender.close());
    host.publish({ streams: [endpointStreams], map: messagesFor, durable: true });
    const parts = { clock, meter, tracer: host.tracer, endpointHandler, directory, events };
    const jobs = host.jobQueue(readModel);
    host.job(jobs, replayJob({ ...parts, eventHandler }));
    host.job(
      jobs,
      deliveryJob({
        ...parts,
        deliveryHandler,
        endpoints,
        sender,
        secrets,
        leads: () => host.leads(),
        disableAfterMs: configuration.webhookDisableAfterMs,
        allowPrivate: configuration.webhookAllowPrivate,
      }),
    );

    const handlers = { endpointHandler, eventHandler, deliveryHandler };
    new WebhookAnswers({ endpoints, events, deliveries, ...handlers, readModel }).register(queries);
    return {
      controllers: [WebhookConsumer],
      providers: [
        { provide: EndpointHandler, useValue: endpointHandler },
        { provide: WebhookEventHandler, useValue: eventHandler },
        { provide: EndpointDirectory, useValue: directory },
      ],
    };
  },
);

/** An event with endpoints to tell, and whatever changes an endpoint. */
function isDue(event: { readonly type: string; readonly data: unknown }): boolean {
  const { type, data } = event as EventRecordEvent;
  return type === 'WebhookEventRecorded' ? data.deliveries.length > 0 : !type.startsWith('Delivery');
}
