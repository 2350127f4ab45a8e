import type { Json, StoredEvent } from '@stablecoin/event-sourcing';
import type { EndpointEvent } from '../domain/endpoint';
import { endpointStreams } from '../domain/streams';
import { messagesFor } from './messages-for';

function recorded(type: string, data: Json): StoredEvent<EndpointEvent> {
  const metadata = { commandId: 'c', at: 1_000, correlationId: 'req_1', account: 'acme', livemode: true };
  return endpointStreams.decode({
    id: 'e1',
    type,
    data,
    metadata,
    stream: 'webhook_endpoint-whe_1',
    revision: 3,
    position: 40,
  });
}

describe('protocol rule 9: what follows from an event of an endpoint', () => {
  it('TestEventRequested: the test event, of which the endpoint is told as of every other', () => {
    expect(messagesFor(recorded('TestEventRequested', { endpointId: 'whe_1' }))).toEqual([
      {
        id: expect.stringMatching(/^evt_/) as string,
        type: 'webhook.test',
        key: 'whe_1',
        time: 1_000,
        data: { endpoint_id: 'whe_1', message: 'This is a test event.' },
        account: 'acme',
        livemode: true,
        correlationId: 'req_1',
        causationId: 'e1',
        sequence: 3,
      },
    ]);
  });

  it('EndpointDisabled by its deliveries: the endpoint, for the others', () => {
    const endpoint = { url: 'https://example.com/', events: null, description: null };
    expect(messagesFor(recorded('EndpointDisabled', { reason: 'it answered 410 Gone', endpoint }))).toMatchObject([
      {
        type: 'webhook_endpoint.disabled',
        key: 'whe_1',
        data: { id: 'whe_1', ...endpoint, status: 'disabled', disabled_reason: 'it answered 410 Gone', livemode: true },
        sequence: 3,
      },
    ]);
  });

  it.each([
    'EndpointCreated',
    'EndpointConfigured',
    'EndpointEnabled',
    'EndpointDisabled',
    'EndpointDeleted',
    'SecretRotated',
    'ReplayRequested',
    'ReplayAdvanced',
    'ReplayCompleted',
    'CommandRefused',
  ])('%s: nothing', (type) => {
    expect(messagesFor(recorded(type, {}))).toEqual([]);
  });
});
