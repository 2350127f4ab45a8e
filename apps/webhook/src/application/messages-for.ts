import type { TestEvent } from '@stablecoin/contracts';
import type { RecordedEvent } from '@stablecoin/event-sourcing';
import { messageFrom } from '@stablecoin/service-host';
import type { EndpointEvent } from '../domain/endpoint';

/** The messages of an endpoint's events: a requested test event, which is then delivered like any other event. */
export function messagesFor(event: RecordedEvent): readonly TestEvent[] {
  const { type, data } = event as unknown as EndpointEvent;
  if (type !== 'TestEventRequested') return [];
  const { endpointId } = data;
  const content = { endpoint_id: endpointId, message: 'This is a test event.' };
  return [messageFrom<TestEvent>(event, { type: 'webhook.test', key: endpointId, data: content })];
}
