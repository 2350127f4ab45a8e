import type { Page, WebhookEvent } from '@stablecoin/contracts';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { EVM_RECIPIENT, expectError, fundedWallet, idOf, TIME } from '../support/payments';
import { useService } from '../support/service';
import { listedEvent } from '../support/webhooks';

describe('GET /v1/events', () => {
  const service = useService();
  const api = () => service.api.as('events');
  const list = async (query = '') => (await api().get(`/events?${query}`)).body as unknown as Page<WebhookEvent>;
  const pay = async (fields: object) => (await api().post('/payments', { to: EVM_RECIPIENT, ...fields })).body;

  /** The newest first. */
  let events: readonly WebhookEvent[] = [];

  beforeAll(async () => {
    for (const amount of ['1.00', '2.00', '3.000201']) {
      const payment = await pay({ amount });
      const type = amount === '3.000201' ? 'payment.failed' : 'payment.settled';
      events = [await listedEvent(api(), type, payment['id']), ...events];
    }
    const { id } = await fundedWallet(api(), { usdc: '5.00' });
    events = [await listedEvent(api(), 'wallet.funded', id), ...events];
  });

  it('lists every event, newest first, even when no endpoint subscribes to it', async () => {
    const answer = await api().get('/events');
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 200,
      body: { data: events, has_more: false, next_cursor: null },
    });
    for (const event of events) {
      const { id, created_at: createdAt, livemode } = event;
      expect({ id, createdAt, livemode }).toEqual({ id: idOf('evt'), createdAt: TIME, livemode: false });
      expect(Object.keys(event)).toEqual(['id', 'type', 'created_at', 'sequence', 'livemode', 'data']);
    }
  });

  it('accepts next_cursor and event ids in starting_after', async () => {
    const first = await list('limit=3');
    expect(first).toEqual({ data: events.slice(0, 3), has_more: true, next_cursor: events[2]?.id });
    expect(await list(`limit=3&starting_after=${String(first.next_cursor)}`)).toEqual({
      data: events.slice(3),
      has_more: false,
      next_cursor: null,
    });
  });

  it('filters by type and by time, page by page', async () => {
    const settled = events.filter(({ type }) => type === 'payment.settled');
    expect(await list('type=payment.settled&limit=1')).toEqual({
      data: settled.slice(0, 1),
      has_more: true,
      next_cursor: settled[0]?.id,
    });
    expect((await list(`type=payment.settled&starting_after=${String(settled[0]?.id)}`)).data).toEqual(
      settled.slice(1),
    );
    expect((await list('type=treasury.low_balance')).data).toEqual([]);
    const [from = '', to = ''] = [events.at(-1)?.created_at, events[0]?.created_at];
    const between = events.filter(({ created_at: at }) => at > from && at < to);
    expect((await list(`created_after=${from}&created_before=${to}`)).data).toEqual(between);
  });

  it('reads events forwards with order=asc, from an event on', async () => {
    const forwards = events.toReversed();
    expect((await list('order=asc')).data).toEqual(forwards);
    expect(await list(`order=asc&limit=2&starting_after=${String(forwards[0]?.id)}`)).toEqual({
      data: forwards.slice(1, 3),
      has_more: true,
      next_cursor: forwards[2]?.id,
    });
  });

  it('holds the answer with wait until there is an event, and answers at once when there is one', async () => {
    expect((await list('order=asc&wait=30&limit=1')).data).toEqual(events.slice(-1));
    const [latest] = events;
    const next = list(`order=asc&wait=30&starting_after=${String(latest?.id)}`);
    const payment = await pay({ amount: '4.00' });
    const { data } = await next;
    expect(data.map(({ type, data: { id } }) => [type, id])).toEqual([['payment.settled', payment['id']]]);
    events = [...data, ...events];
  });

  it('answers with an empty page when wait is over', async () => {
    expect(await list(`order=asc&wait=1&type=webhook.test`)).toEqual({ data: [], has_more: false, next_cursor: null });
  });

  it.each([
    ['order', 'order=up'],
    ['wait', 'order=asc&wait=31'],
    ['wait', 'order=asc&wait=soon'],
    ['wait', 'wait=10'],
    ['starting_after', 'order=asc&starting_after=evt_01JD8Z5M3V7T9G2K4XQW6N0B1C'],
    ['type', 'type=payment.created'],
    ['type', 'type='],
    ['limit', 'limit=0'],
    ['starting_after', 'starting_after=evt_1'],
    ['starting_after', 'starting_after=pay_01JD8Z5M3V7T9G2K4XQW6N0B1C'],
    ['created_after', 'created_after=soon'],
    ['status', 'status=delivered'],
  ])('answers 400 for a malformed %s: %s', async (param, query) => {
    expectError(await api().get(`/events?${query}`), 400, 'invalid_request', { param });
  });

  it('lists one terminal event per payment: payment.settled, payment.failed or payment.compliance_blocked', async () => {
    const outcomes: [object, string][] = [
      [{ amount: '1.00' }, 'payment.settled'],
      [{ amount: '1.000401' }, 'payment.settled'],
      [{ amount: '1.000402' }, 'payment.settled'],
      [{ amount: '1.000201' }, 'payment.failed'],
      [{ amount: '1.000203' }, 'payment.failed'],
      [{ amount: '1.000204' }, 'payment.failed'],
      [{ amount: '1.000302' }, 'payment.failed'],
      [{ amount: '1000000.00', chain: 'base' }, 'payment.failed'],
      [{ amount: '1.00', to: '0x000000000000000000000000000000000000d002' }, 'payment.compliance_blocked'],
      [{ amount: '1.00', country_code: 'IR' }, 'payment.compliance_blocked'],
    ];
    const expected = new Map<string, string>();
    for (const [order, type] of outcomes) {
      const body = await pay(order);
      expected.set(String(body['payment_id'] ?? body['id']), type);
    }
    const about = await eventually(async () => {
      const { data } = await list('limit=100');
      const own = data.filter((event) => expected.has(String(event.data['id'])));
      return own.length >= expected.size && own;
    });

    expect(about.map(({ type, data }) => [data['id'], type]).toSorted()).toEqual([...expected].toSorted());
    for (const { data } of about) {
      const { body } = await api().get(`/payments/${String(data['id'])}`);
      expect({ status: data['status'], code: data['error_code'], message: data['error_message'] }).toEqual({
        status: body['status'],
        code: body['error_code'],
        message: body['error_message'],
      });
    }
  });

  it('increases sequence with every event of one object', async () => {
    const { id } = await fundedWallet(api());
    const about = async () =>
      (await list('type=wallet.funded&limit=100')).data.filter((event) => event.data['id'] === id);
    for (const amount of ['1.00', '2.00', '3.00'])
      await api().post('/sandbox/faucet', { chain: 'base', amount, wallet: id });
    const funded = await eventually(async () => {
      const found = await about();
      return found.length === 3 && found;
    });
    expect(funded.map(({ data }) => data['amount'])).toEqual(['3.00', '2.00', '1.00']);
    const sequences = funded.map(({ sequence }) => sequence);
    expect(sequences).toEqual([...new Set(sequences)].toSorted((a, b) => b - a));
  });
});
