import type { Command } from '@stablecoin/event-sourcing';

/** A public event as delivered and listed. */
export type WebhookEventContent = {
  readonly eventId: string;
  readonly type: string;
  /** Whose events are delivered one after the other, lowest sequence first (protocol rule 22). */
  readonly object: string;
  readonly sequence: number;
  /** The envelope, written once: the very bytes of every attempt at every endpoint. */
  readonly body: string;
};

export type ScheduledDelivery = { readonly id: string; readonly endpointId: string };

/** Also when it goes nowhere: it is listed all the same. */
export type WebhookEventRecorded = {
  readonly type: 'WebhookEventRecorded';
  readonly data: WebhookEventContent & { readonly deliveries: readonly ScheduledDelivery[] };
};
/** The event goes to an endpoint once more. */
export type RedeliveryScheduled = {
  readonly type: 'RedeliveryScheduled';
  readonly data: Omit<WebhookEventContent, 'body'> & { readonly delivery: ScheduledDelivery };
};
export type EventRecordEvent = WebhookEventRecorded | RedeliveryScheduled;

/** The endpoints are those that were enabled when the event came. */
export type RecordEvent = Command<'RecordEvent', WebhookEventRecorded['data']>;
export type ScheduleRedelivery = Command<'ScheduleRedelivery', ScheduledDelivery>;
export type WebhookEventCommand = RecordEvent | ScheduleRedelivery;

/** The event, but for its body; undefined before it is recorded. */
export type WebhookEventState = Omit<WebhookEventContent, 'body'> | undefined;
