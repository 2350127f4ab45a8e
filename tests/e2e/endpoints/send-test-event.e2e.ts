import { errorBody, EVM_RECIPIENT, expectError, idOf, TIME } from '../support/payments';
import { useService } from '../support/service';
import { hasValidSignature, receivedBy } from '../support/webhook-sink';
import { endedDeliveries, newEndpoint, UNKNOWN_ENDPOINT, useSubscriptions } from '../support/webhooks';

describe('POST /v1/webhook_endpoints/:id/test', () => {
  const service = useService();
  const api = () => service.api.as('send_test_event');
  const subscribe = useSubscriptions(api);
  const pay = (fields: object = {}) => api().post('/payments', { to: EVM_RECIPIENT, amount: '1.00', ...fields });

  it('sends webhook.test to that endpoint only, whatever types it subscribes to', async () => {
    const [asked, other] = [await subscribe({ events: ['treasury.low_balance'] }), await subscribe()];
    const answer = await api().post(`${asked.path}/test`);
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 200,
      body: newEndpoint({ id: asked.id, url: asked.sink.url, events: ['treasury.low_balance'] }),
    });

    const [delivery] = await receivedBy(asked.sink);
    expect(delivery?.event).toEqual({
      id: idOf('evt'),
      type: 'webhook.test',
      created_at: TIME,
      sequence: expect.any(Number),
      livemode: false,
      data: { endpoint_id: asked.id, message: 'This is a test event.' },
    });
    expect(hasValidSignature(delivery!, asked.secret)).toBe(true);
    await pay();
    await receivedBy(other.sink);
    expect(other.sink.received.map(({ event }) => event.type)).toEqual(['payment.settled']);
  });

  it('answers 409 invalid_state for a disabled endpoint', async () => {
    const { path } = await subscribe();
    await api().patch(path, { status: 'disabled' });
    expectError(await api().post(`${path}/test`), 409, 'invalid_state');
  });

  it('sends the event once for an idempotency key', async () => {
    const { sink, path } = await subscribe();
    const key = { idempotency_key: 'test once' };
    await api().post(`${path}/test`, key);
    const replay = await api().post(`${path}/test`, key);
    expect(replay.headers.get('svc-idempotent-replayed')).toBe('true');
    await api().post(`${path}/test`);
    const deliveries = await receivedBy(sink, 2);
    expect(deliveries.map(({ event }) => event.sequence)).toHaveLength(2);
    await endedDeliveries(api(), { path }, 2);
  });

  it('answers 404 for an unknown endpoint', async () => {
    const { status, body } = await api().post(`${UNKNOWN_ENDPOINT}/test`);
    expect({ status, body }).toEqual({ status: 404, body: errorBody('not_found') });
  });
});
