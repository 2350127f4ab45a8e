import type { EndpointDisabledMessage as DisabledMessage, TestEvent } from '@stablecoin/contracts';
import type { StoredEvent } from '@stablecoin/event-sourcing';
import { messageFrom } from '@stablecoin/messaging';
import type { EndpointEvent } from '../domain/endpoint';
import { endpointStreams } from '../domain/streams';

/**
 * The messages of an endpoint's events: a requested test event, and that its deliveries disabled it. They are delivered like
 * any other event.
 */
export function messagesFor(event: StoredEvent<EndpointEvent>): readonly (TestEvent | DisabledMessage)[] {
  const { type, data } = event;
  if (type === 'TestEventRequested') {
    const { endpointId } = data;
    const content = { endpoint_id: endpointId, message: 'This is a test event.' };
    return [messageFrom<TestEvent>(event, { type: 'webhook.test', key: endpointId, data: content })];
  }
  if (type !== 'EndpointDisabled' || data.endpoint === undefined) return [];
  const { url, events, description } = data.endpoint;
  const id = endpointStreams.idOf(event);
  const content = { id, url, events, description, status: 'disabled', disabled_reason: data.reason } as const;
  const { livemode } = event.metadata;
  return [
    messageFrom<DisabledMessage>(event, {
      type: 'webhook_endpoint.disabled',
      key: id,
      data: { ...content, livemode },
    }),
  ];
}
