import type { WebhookEvent } from '@stablecoin/contracts';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { EVM_RECIPIENT, expectError } from '../support/payments';
import { useService } from '../support/service';
import { endedDeliveries, listedEvent, newEndpoint, useSubscriptions } from '../support/webhooks';

const UNKNOWN = 'evt_01JD8Z5M3V7T9G2K4XQW6N0B1C';

describe('POST /v1/webhook_endpoints/:id/replay', () => {
  const service = useService();
  const api = () => service.api.as('webhook_replay');
  const subscribe = useSubscriptions(api);

  /** Of payments that were made before any endpoint was there, the oldest first. */
  const history: WebhookEvent[] = [];
  beforeAll(async () => {
    for (const amount of ['1.00', '2.000201', '3.00', '4.00']) {
      const { body } = await api().post('/payments', { to: EVM_RECIPIENT, amount });
      const type = body['status'] === 'settled' ? 'payment.settled' : 'payment.failed';
      history.push(await listedEvent(api(), type, body['id']));
    }
  });

  async function replayed(range: object, count: number, fields: object = {}) {
    const subscription = await subscribe(fields);
    const answer = await api().post(`${subscription.path}/replay`, range);
    expect(answer.status).toBe(200);
    const { sink, id } = subscription;
    expect(answer.body).toEqual(newEndpoint({ id, url: sink.url, ...fields }));
    if (count > 0) await endedDeliveries(api(), subscription, count);
    // A replay's events go out in their order: after a test event there is nothing of it left.
    await api().post(`${subscription.path}/test`);
    await eventually(() => sink.accepted('webhook.test').length === 1);
    return sink.received.filter(({ event }) => event.type !== 'webhook.test').map(({ event }) => event);
  }

  const ordered = (events: readonly { id: string }[]) => events.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const at = (index: number) => history[index]?.created_at ?? '';

  it('with event_id sends that event again, unchanged and under its own id', async () => {
    expect(await replayed({ event_id: history[1]?.id }, 1)).toEqual([history[1]]);
  });

  it('with event_id sends the event whatever types the endpoint subscribes to', async () => {
    expect(await replayed({ event_id: history[1]?.id }, 1, { events: ['wallet.funded'] })).toEqual([history[1]]);
  });

  it('with since and an event sends every later event', async () => {
    expect(ordered(await replayed({ since: history[1]?.id }, 2))).toEqual(history.slice(2));
    expect(await replayed({ since: history[3]?.id }, 0)).toEqual([]);
  });

  it('with since and a time sends every event from then on', async () => {
    expect(ordered(await replayed({ since: at(1) }, 3))).toEqual(history.slice(1));
    expect(ordered(await replayed({ since: '2026-01-01' }, 4))).toEqual(history);
    expect(await replayed({ since: '2999-01-01T00:00:00Z' }, 0)).toEqual([]);
  });

  it('with from and to sends every event in the range, the end excluded', async () => {
    expect(ordered(await replayed({ from: at(1), to: at(3) }, 2))).toEqual(history.slice(1, 3));
    expect(await replayed({ from: '2020-01-01', to: '2020-02-01' }, 0)).toEqual([]);
  });

  it('with a range sends only the types that the endpoint subscribes to', async () => {
    expect(await replayed({ since: '2026-01-01' }, 1, { events: ['payment.failed'] })).toEqual([history[1]]);
  });

  it('replays once for an idempotency key', async () => {
    const subscription = await subscribe();
    const body = { event_id: history[0]?.id, idempotency_key: 'replay once' };
    await api().post(`${subscription.path}/replay`, body);
    await endedDeliveries(api(), subscription, 1);
    const again = await api().post(`${subscription.path}/replay`, body);
    expect([again.status, again.headers.get('svc-idempotent-replayed')]).toEqual([200, 'true']);
    await api().post(`${subscription.path}/replay`, { event_id: history[0]?.id });
    await endedDeliveries(api(), subscription, 2);
    const other = await api().post(`${subscription.path}/replay`, { ...body, event_id: history[1]?.id });
    expectError(other, 409, 'idempotency_conflict', { param: 'idempotency_key' });
  });

  it.each<[string, object]>([
    ['event_id', {}],
    ['event_id', { event_id: null }],
    ['event_id', { event_id: UNKNOWN, since: '2026-01-01' }],
    ['event_id', { since: '2026-01-01', from: '2026-01-01', to: '2026-01-02' }],
    ['event_id', { event_id: 7 }],
    ['event_id', { event_id: '' }],
    ['to', { from: '2026-01-01' }],
    ['from', { to: '2026-01-01' }],
    ['to', { from: '2026-01-02', to: '2026-01-01' }],
    ['to', { from: '2026-01-01', to: '2026-01-01' }],
    ['from', { from: 'yesterday', to: '2026-01-01' }],
    ['to', { from: '2026-01-01', to: 1_767_225_600 }],
    ['since', { since: 1_767_225_600 }],
    ['since', { since: 'yesterday' }],
    ['since', { since: '2026-01-01T00:00:00' }],
    ['since', { since: 'pay_01JD8Z5M3V7T9G2K4XQW6N0B1C' }],
    ['until', { since: '2026-01-01', until: '2026-01-02' }],
  ])('answers 400 and names %s for a malformed range: %j', async (param, body) => {
    const { path } = await subscribe();
    expectError(await api().post(`${path}/replay`, body), 400, 'invalid_request', { param });
  });

  it.each(['event_id', 'since'])('answers 404 for an unknown event or one of another account: %s', async (param) => {
    const { path } = await subscribe();
    const stranger = service.api.as('webhooks');
    const { body: payment } = await stranger.post('/payments', { to: EVM_RECIPIENT, amount: '1.00' });
    const foreign = await listedEvent(stranger, 'payment.settled', payment['id']);
    for (const id of [UNKNOWN, foreign.id]) {
      expectError(await api().post(`${path}/replay`, { [param]: id }), 404, 'not_found', { param });
    }
  });

  it('answers 409 invalid_state for a disabled endpoint', async () => {
    const { path } = await subscribe();
    await api().patch(path, { status: 'disabled' });
    expectError(await api().post(`${path}/replay`, { since: '2026-01-01' }), 409, 'invalid_state');
  });
});
