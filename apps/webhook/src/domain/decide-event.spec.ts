import { given } from '@stablecoin/event-sourcing/testing';
import { webhookEventDecider } from './decide-event';
import type { WebhookEventCommand, WebhookEventRecorded } from './event';

const recorded: WebhookEventRecorded['data'] = {
  eventId: 'evt_1',
  type: 'wallet.funded',
  object: 'wal_1',
  sequence: 4,
  body: '{"id":"evt_1"}',
  deliveries: [
    { id: 'whd_1', endpointId: 'whe_1' },
    { id: 'whd_2', endpointId: 'whe_2' },
  ],
};
const rest = { id: 'c', at: 1, correlationId: 'r', account: 'acme', livemode: false };
const record = (data: WebhookEventRecorded['data']): WebhookEventCommand => ({ ...rest, type: 'RecordEvent', data });

describe('a public event', () => {
  it('is recorded with everywhere that it goes to, in one append', () => {
    given(webhookEventDecider).when(record(recorded)).then({ type: 'WebhookEventRecorded', data: recorded });
  });

  it('is recorded also when no endpoint takes it: it is listed all the same', () => {
    const nowhere = { ...recorded, deliveries: [] };
    given(webhookEventDecider).when(record(nowhere)).then({ type: 'WebhookEventRecorded', data: nowhere });
  });

  it('is recorded once: endpoints that came later do not get it twice', () => {
    given(webhookEventDecider, { type: 'WebhookEventRecorded', data: recorded })
      .when(record({ ...recorded, deliveries: [] }))
      .then();
  });

  it('goes to an endpoint once more, under the same id and sequence', () => {
    const content = { eventId: 'evt_1', type: 'wallet.funded', object: 'wal_1', sequence: 4 };
    const delivery = { id: 'whd_9', endpointId: 'whe_1' };
    given(webhookEventDecider, { type: 'WebhookEventRecorded', data: recorded })
      .when({ ...rest, type: 'ScheduleRedelivery', data: delivery })
      .then({ type: 'RedeliveryScheduled', data: { ...content, delivery } });
  });
});
