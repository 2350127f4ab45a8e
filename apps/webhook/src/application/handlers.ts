import { CommandHandler } from '@stablecoin/event-sourcing';
import type { EndpointCommand } from '../domain/endpoint-commands';
import type { DeliveryCommand, DeliveryEvent, DeliveryState } from '../domain/delivery';
import type { EndpointState, EndpointEvent } from '../domain/endpoint';
import type { WebhookEventCommand, EventRecordEvent, WebhookEventState } from '../domain/event';

// Classes, so that Nest can name them.
export class EndpointHandler extends CommandHandler<EndpointState, EndpointCommand, EndpointEvent> {}
export class WebhookEventHandler extends CommandHandler<WebhookEventState, WebhookEventCommand, EventRecordEvent> {}
export class DeliveryHandler extends CommandHandler<DeliveryState, DeliveryCommand, DeliveryEvent> {}
