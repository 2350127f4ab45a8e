import { derivedId } from '@stablecoin/contracts';
import type { Message, WebhookEvent, WebhookEventType } from '@stablecoin/contracts';
import type { WebhookEventRecorded } from '../domain/event';

/** A public event for webhooks. Its sequence grows with every event of one object. */
export type PublicEvent = Message<WebhookEventType, Readonly<Record<string, unknown>>>;

/** The command to record a public event: its envelope as the exact bytes to send, and one delivery per endpoint. */
export function recordOf(message: PublicEvent, endpointIds: readonly string[]): WebhookEventRecorded['data'] {
  const { id, type, key, time, livemode, data, sequence = 0 } = message;
  const envelope: WebhookEvent = {
    id,
    type,
    created_at: new Date(time).toISOString(),
    sequence,
    livemode,
    data,
  };
  const deliveries = endpointIds.map((endpointId) => ({ id: derivedId('whd', time, id, endpointId), endpointId }));
  return { eventId: id, type, object: key, sequence, body: JSON.stringify(envelope), deliveries };
}
