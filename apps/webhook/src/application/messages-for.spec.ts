import type { Json, RecordedEvent } from '@stablecoin/event-sourcing';
import { messagesFor } from './messages-for';

function recorded(type: string, data: Json): RecordedEvent {
  const metadata = { commandId: 'c', at: 1_000, correlationId: 'req_1', account: 'acme', livemode: true };
  return { id: 'e1', type, data, metadata, stream: 'webhook_endpoint-whe_1', revision: 3, position: 40 };
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
