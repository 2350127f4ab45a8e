/** @once */
import { eventually } from '@stablecoin/event-sourcing/testing';
import { EVM_RECIPIENT, TIME } from '../support/payments';
import { useService } from '../support/service';
import { WebhookSink } from '../support/webhook-sink';
import {
  deliveriesOf,
  deliveryAttempt,
  endedDeliveries,
  listedEvent,
  newEndpoint,
  useSubscriptions,
} from '../support/webhooks';

/** The suite's schedule: at once, then after 100, 200 and 300 ms; and one tenth of jitter at most. */
const WAITS_MS = [0, 100, 200, 300];

describe('Webhook retries', () => {
  const service = useService();
  const api = () => service.api.as('webhook_failures');
  const subscribe = useSubscriptions(api);
  const pay = async () => (await api().post('/payments', { to: EVM_RECIPIENT, amount: '1.00' })).body;

  it('is tried again after each wait of the schedule, with the same id and bytes, until 2xx', async () => {
    const subscription = await subscribe();
    const { sink } = subscription;
    const statuses = [500, 404, 302, 204];
    sink.answer(() => ({ status: statuses[sink.received.length] ?? 500 }));
    await pay();

    const [delivery] = await endedDeliveries(api(), subscription, 1);
    expect(delivery).toMatchObject({
      status: 'delivered',
      next_attempt_at: null,
      attempts: [
        deliveryAttempt({ status_code: 500, error: 'the endpoint answered 500' }),
        deliveryAttempt({ status_code: 404, error: 'the endpoint answered 404' }),
        deliveryAttempt({ status_code: 302, error: 'the endpoint answered 302' }),
        deliveryAttempt({ status_code: 204, error: null }),
      ],
    });
    expect(new Set(sink.received.map(({ rawBody }) => rawBody)).size).toBe(1);
    expect(new Set(sink.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    const times = sink.received.map(({ at }) => at);
    const gaps = times.slice(1).map((at, index) => at - (times[index] ?? at));
    gaps.forEach((gap, index) => expect(gap).toBeGreaterThanOrEqual((WAITS_MS[index + 1] ?? 0) - 2));
  });

  it('is given up after the last attempt of the schedule', async () => {
    const subscription = await subscribe();
    subscription.sink.answer(() => ({ status: 503 }));
    await pay();

    const [delivery] = await endedDeliveries(api(), subscription, 1);
    expect(delivery).toMatchObject({ status: 'failed', next_attempt_at: null });
    expect(delivery?.attempts).toEqual(WAITS_MS.map(() => deliveryAttempt({ status_code: 503 })));
    expect(subscription.sink.received).toHaveLength(WAITS_MS.length);
    expect((await api().get(subscription.path)).body).toMatchObject({ status: 'enabled' });
  });

  it('between attempts it is pending and says when it is tried next', async () => {
    const subscription = await subscribe();
    subscription.sink.answer(() => ({ status: 500, headers: { 'retry-after': '60' } }));
    await pay();

    const [delivery] = await eventually(async () => {
      const deliveries = await deliveriesOf(api(), subscription);
      return deliveries[0]?.attempts.length === 1 && deliveries;
    });
    expect(delivery).toMatchObject({ status: 'pending', next_attempt_at: TIME });
  });

  it('Retry-After is honoured when it is longer than the wait, in seconds and as a date', async () => {
    const [seconds, date, short] = [await subscribe(), await subscribe(), await subscribe()];
    const once = (subscription: typeof seconds, retryAfter: () => string) =>
      subscription.sink.answer(() =>
        subscription.sink.received.length === 0
          ? { status: 429, headers: { 'retry-after': retryAfter() } }
          : { status: 200 },
      );
    once(seconds, () => '1');
    once(date, () => new Date(Date.now() + 2_000).toUTCString());
    once(short, () => '0');
    await pay();

    const gapOf = async (subscription: typeof seconds) => {
      await endedDeliveries(api(), subscription, 1);
      const [first, second] = subscription.sink.received.map(({ at }) => at);
      return (second ?? 0) - (first ?? 0);
    };
    expect(await gapOf(seconds)).toBeGreaterThanOrEqual(998);
    // A date has whole seconds.
    expect(await gapOf(date)).toBeGreaterThanOrEqual(990);
    expect(await gapOf(short)).toBeGreaterThanOrEqual(98);
  });

  it('410 disables the endpoint at once, and nothing more is sent', async () => {
    const subscription = await subscribe();
    const { sink, id, path } = subscription;
    sink.answer(() => ({ status: 410 }));
    await pay();

    const [delivery] = await endedDeliveries(api(), subscription, 1);
    expect(delivery).toMatchObject({ status: 'failed', attempts: [deliveryAttempt({ status_code: 410 })] });
    const { body: endpoint } = await api().get(path);
    const disabled = { id, url: sink.url, status: 'disabled', disabled_reason: 'it answered 410 Gone' };
    expect(endpoint).toEqual(newEndpoint(disabled));
    const payment = await pay();
    await listedEvent(api(), 'payment.settled', payment['id']);
    expect(sink.received).toHaveLength(1);

    sink.answer(() => ({ status: 200 }));
    await api().patch(path, { status: 'enabled' });
    await pay();
    await endedDeliveries(api(), subscription, 2);
    expect(sink.received).toHaveLength(2);
  });

  it('redirects are not followed', async () => {
    const elsewhere = await subscribe({ events: ['treasury.low_balance'] });
    const subscription = await subscribe();
    subscription.sink.answer(() => ({ status: 307, headers: { location: elsewhere.sink.url } }));
    await pay();
    const [delivery] = await endedDeliveries(api(), subscription, 1);
    expect(delivery?.attempts.map(({ status_code: status }) => status)).toEqual([307, 307, 307, 307]);
    expect(elsewhere.sink.received).toEqual([]);
  });

  it('an endpoint that does not answer in time has failed, and so has one where nobody listens', async () => {
    const [silent, closed] = [await subscribe(), await subscribe()];
    silent.sink.answer(() => ({ status: silent.sink.received.length === 0 ? null : 200 }));
    await closed.sink.close();
    await pay();

    const [late] = await endedDeliveries(api(), silent, 1);
    expect(late).toMatchObject({
      status: 'delivered',
      attempts: [
        deliveryAttempt({ error: 'no answer within 1000 ms' }),
        deliveryAttempt({ status_code: 200, error: null }),
      ],
    });
    const [refused] = await endedDeliveries(api(), closed, 1);
    expect(refused).toMatchObject({ status: 'failed' });
    expect(refused?.attempts).toEqual(WAITS_MS.map(() => deliveryAttempt({ error: 'the connection was refused' })));
  });

  it('a slow endpoint does not hold up another one', async () => {
    const [slow, quick] = [await subscribe(), await subscribe()];
    slow.sink.answer(() => ({ status: null }));
    const payments = [await pay(), await pay(), await pay()];
    await eventually(() => quick.sink.accepted().length === 3);
    expect(
      quick.sink
        .accepted()
        .map(({ event }) => event.data['id'])
        .toSorted(),
    ).toEqual(payments.map(({ id }) => String(id)).toSorted());
  });

  it('an endpoint that is disabled or deleted while a delivery waits gets no more of it', async () => {
    const [disabled, deleted] = [await subscribe(), await subscribe()];
    const refuse = { status: 500, headers: { 'retry-after': '1' } };
    for (const { sink } of [disabled, deleted]) sink.answer(() => refuse);
    await pay();
    await eventually(() => disabled.sink.received.length === 1 && deleted.sink.received.length === 1);
    await Promise.all([api().patch(disabled.path, { status: 'disabled' }), api().delete(deleted.path)]);

    const [delivery] = await endedDeliveries(api(), disabled, 1);
    expect(delivery).toMatchObject({
      status: 'failed',
      attempts: [
        deliveryAttempt({ status_code: 500 }),
        deliveryAttempt({ error: 'endpoint disabled', duration_ms: 0, request: null }),
      ],
    });
    expect([disabled.sink.received.length, deleted.sink.received.length]).toEqual([1, 1]);
  });
});

describe('Five days of nothing but failures disable an endpoint', () => {
  // Starts a service of its own, for which five days are a moment, so it does not run against BASE_URL.
  const service = useService({ WEBHOOK_DISABLE_AFTER_MS: '2000' });
  const api = () => service.api.as('webhook_failures');

  it('one that fails for so long is disabled, and one that succeeds now and then is not', async () => {
    const [failing, recovering] = [await WebhookSink.open(), await WebhookSink.open()];
    failing.answer(() => ({ status: 500 }));
    recovering.answer(({ event }) => {
      const tries = recovering.received.filter((each) => each.event.id === event.id).length;
      return { status: tries === 0 ? 500 : 200 };
    });
    try {
      const [{ body: bad }, { body: good }] = [
        await api().post('/webhook_endpoints', { url: failing.url }),
        await api().post('/webhook_endpoints', { url: recovering.url }),
      ];
      const read = async (id: unknown) => (await api().get(`/webhook_endpoints/${String(id)}`)).body;
      const disabled = await eventually(async () => {
        await api().post('/payments', { to: EVM_RECIPIENT, amount: '1.00' });
        const endpoint = await read(bad['id']);
        return endpoint['status'] === 'disabled' && endpoint;
      });

      expect(disabled).toEqual(
        newEndpoint({
          id: bad['id'],
          url: failing.url,
          status: 'disabled',
          disabled_reason: expect.stringMatching(/^nothing but failures since \d{4}-/),
        }),
      );
      const path = `/webhook_endpoints/${String(good['id'])}`;
      await eventually(async () => {
        const deliveries = await deliveriesOf(api(), { path });
        expect(deliveries.length).toBeGreaterThan(0);
        expect(new Set(deliveries.map(({ status }) => status))).toEqual(new Set(['delivered']));
      });
      expect(await read(good['id'])).toMatchObject({ status: 'enabled', disabled_reason: null });
    } finally {
      await Promise.all([failing.close(), recovering.close()]);
    }
  });
});
