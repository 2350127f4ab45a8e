import { StreamCategory } from '@stablecoin/event-sourcing';
import type { DeliveryEvent } from './delivery';
import type { EndpointEvent } from './endpoint';
import type { EventRecordEvent } from './event';

/** Each endpoint has one, by its id. */
export const endpointStreams = new StreamCategory<EndpointEvent>('webhook_endpoint');

/** Each event has one, by its id. */
export const webhookEventStreams = new StreamCategory<EventRecordEvent>('webhook_event');

/** Each delivery has one, by its id. */
export const deliveryStreams = new StreamCategory<DeliveryEvent>('webhook_delivery');

/** An event of this service. */
export type WebhookServiceEvent = EndpointEvent | EventRecordEvent | DeliveryEvent;
