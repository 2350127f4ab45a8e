import type { Page, WebhookEndpoint } from '@stablecoin/contracts';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { errorBody, EVM_RECIPIENT, expectError, idOf, TIME } from './support/payments';
import { useService } from './support/service';
import { hasValidSignature, type ReceivedDelivery } from './support/webhook-sink';
import { endedDeliveries, listedEvent, newEndpoint, SECRET, useSubscriptions } from './support/webhooks';
import { Webhook } from 'standardwebhooks';

const UNKNOWN = '/webhook_endpoints/whe_01JD8Z5M3V7T9G2K4XQW6N0B1C';
const HOOK = 'https://hooks.example.com/payments?tenant=1';
const TYPES = [
  'payment.settled',
  'payment.failed',
  'payment.compliance_blocked',
  'wallet.funded',
  'wallet.spend_limit_reached',
  'treasury.low_balance',
];

/** Verifies the headers of Standard Webhooks with the library that receivers use. */
function isVerified({ rawBody, headers }: ReceivedDelivery, secret: string): boolean {
  try {
    new Webhook(secret).verify(rawBody, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}

describe('API decisions: /webhook_endpoints', () => {
  const service = useService();
  const api = () => service.api.as('webhooks');
  const subscribe = useSubscriptions(api);
  /** Nobody answers there: they would only keep the service busy. */
  const made: string[] = [];
  afterEach(() => Promise.all(made.splice(0).map((path) => api().delete(path))));
  const pay = (fields: object = {}) => api().post('/payments', { to: EVM_RECIPIENT, amount: '1.00', ...fields });
  const create = async (fields: object = {}) => {
    const { body } = await api().post('/webhook_endpoints', { url: HOOK, ...fields });
    made.push(pathOf(body));
    return body;
  };
  const pathOf = ({ id }: Record<string, unknown>) => `/webhook_endpoints/${String(id)}`;
  const received = async ({ received }: { received: readonly ReceivedDelivery[] }, count = 1) =>
    eventually(() => received.length >= count && [...received]);

  describe('create, read, list, change, delete', () => {
    it('POST answers 200 with the endpoint and its secret, which is never shown again', async () => {
      const created = await api().post('/webhook_endpoints', { url: HOOK });
      made.push(pathOf(created.body));
      expect({ status: created.status, body: created.body }).toEqual({
        status: 200,
        body: { ...newEndpoint({ url: HOOK }), secret: SECRET },
      });

      const { secret: _shownOnce, ...endpoint } = created.body;
      const [read, listed] = await Promise.all([api().get(pathOf(endpoint)), api().get('/webhook_endpoints?limit=1')]);
      expect(read.body).toEqual(endpoint);
      expect(listed.body['data']).toEqual([endpoint]);
    });

    it('takes a description and the types to send', async () => {
      const body = await create({ events: TYPES, description: 'Ledger 📒' });
      expect(body).toEqual({ ...newEndpoint({ url: HOOK, events: TYPES, description: 'Ledger 📒' }), secret: SECRET });
    });

    it('every endpoint has a secret of its own', async () => {
      const made = await Promise.all([create(), create(), create()]);
      expect(new Set(made.map(({ secret }) => secret)).size).toBe(3);
    });

    it('a replay of the creation answers the same endpoint with a secret of null', async () => {
      const key = { idempotency_key: 'endpoint' };
      const first = await api().post('/webhook_endpoints', { url: HOOK, ...key });
      made.push(pathOf(first.body));
      const replay = await api().post('/webhook_endpoints', { url: HOOK, ...key });
      expect(first.body['secret']).toEqual(SECRET);
      expect({ status: replay.status, body: replay.body }).toEqual({
        status: 200,
        body: { ...first.body, secret: null },
      });
      expect(replay.headers.get('svc-idempotent-replayed')).toBe('true');
    });

    it('a replay of the creation of what has been deleted since is 404, and creates nothing', async () => {
      const order = { url: HOOK, idempotency_key: 'deleted since' };
      const { body } = await api().post('/webhook_endpoints', order);
      await api().delete(pathOf(body));
      const before = (await api().get('/webhook_endpoints')).body;
      const replays = await Promise.all([order, order].map((each) => api().post('/webhook_endpoints', each)));
      for (const replay of replays) expectError(replay, 404, 'not_found');
      expect((await api().get('/webhook_endpoints')).body).toEqual(before);
    });

    it('PATCH changes what is named, and null sets to nothing', async () => {
      const { secret: _shownOnce, ...endpoint } = await create({ events: ['payment.failed'], description: 'One' });
      const path = pathOf(endpoint);

      const moved = await api().patch(path, { url: 'https://other.example.com/' });
      expect({ status: moved.status, body: moved.body }).toEqual({
        status: 200,
        body: { ...endpoint, url: 'https://other.example.com/' },
      });
      const wider = await api().patch(path, { events: null, description: null });
      expect(wider.body).toEqual({ ...moved.body, events: null, description: null });
      expect((await api().patch(path, {})).body).toEqual(wider.body);
      const off = await api().patch(path, { status: 'disabled' });
      expect(off.body).toEqual({ ...wider.body, status: 'disabled', disabled_reason: 'disabled by request' });
      const on = await api().patch(path, { status: 'enabled', events: ['wallet.funded'] });
      expect(on.body).toEqual({ ...wider.body, events: ['wallet.funded'] });
      expect((await api().get(path)).body).toEqual(on.body);
    });

    it('DELETE answers {id, deleted: true}, and it is gone', async () => {
      const endpoint = await create();
      const path = pathOf(endpoint);
      const deleted = await api().delete(path);
      expect({ status: deleted.status, body: deleted.body }).toEqual({
        status: 200,
        body: { id: endpoint['id'], deleted: true },
      });

      const after = await Promise.all([
        api().get(path),
        api().get(`${path}/deliveries`),
        api().patch(path, { description: 'x' }),
        api().delete(path),
        api().post(`${path}/test`),
        api().post(`${path}/rotate_secret`),
        api().post(`${path}/replay`, { since: '2026-01-01' }),
      ]);
      for (const each of after) expectError(each, 404, 'not_found');
      const { body } = await api().get('/webhook_endpoints?limit=100');
      expect((body['data'] as WebhookEndpoint[]).map(({ id }) => id)).not.toContain(endpoint['id']);
    });

    it('lists the newest first, page by page', async () => {
      const made = [await create(), await create(), await create()].map(({ secret: _, ...endpoint }) => endpoint);
      const list = async (query: string) =>
        (await api().get(`/webhook_endpoints?${query}`)).body as unknown as Page<WebhookEndpoint>;

      const first = await list('limit=2');
      expect(first).toEqual({ data: [made[2], made[1]], has_more: true, next_cursor: made[1]?.['id'] });
      const second = await list(`limit=1&starting_after=${String(first.next_cursor)}`);
      expect(second.data).toEqual([made[0]]);
      const bad = await api().get('/webhook_endpoints?status=enabled');
      expectError(bad, 400, 'invalid_request', { param: 'status' });
    });

    it.each<[string, unknown]>([
      ['url', undefined],
      ['url', null],
      ['url', 42],
      ['url', ''],
      ['events', 'payment.settled'],
      ['events', []],
      ['events[0]', ['payment.*']],
      ['events[0]', ['webhook.test']],
      ['events[0]', [null]],
      ['events[1]', ['payment.settled', 'payment.settled']],
      ['description', 'x'.repeat(501)],
      ['description', 5],
      ['secret', 'whsec_mine'],
      ['status', 'disabled'],
    ])('POST refuses a malformed %s: %j', async (param, value) => {
      const body = { url: HOOK, [param.replace('[0]', '').replace('[1]', '')]: value };
      expectError(await api().post('/webhook_endpoints', body), 400, 'invalid_request', { param });
    });

    it.each<[string, unknown]>([
      ['url', ''],
      ['url', 'ftp://example.com/'],
      ['events', []],
      ['events[0]', ['all']],
      ['status', 'paused'],
      ['description', 'x'.repeat(501)],
      ['secret', 'whsec_mine'],
      ['idempotency_key', 'k'],
    ])('PATCH refuses a malformed %s: %j', async (param, value) => {
      const endpoint = await create();
      const response = await api().patch(pathOf(endpoint), { [param.replace('[0]', '')]: value });
      expectError(response, 400, 'invalid_request', { param });
      expect((await api().get(pathOf(endpoint))).body).toEqual({ ...endpoint, secret: undefined });
    });

    it('what there is not is 404', async () => {
      const answers = await Promise.all([
        api().get(UNKNOWN),
        api().get(`${UNKNOWN}/deliveries`),
        api().patch(UNKNOWN, { description: 'x' }),
        api().delete(UNKNOWN),
        api().post(`${UNKNOWN}/test`),
        api().post(`${UNKNOWN}/rotate_secret`),
        api().post(`${UNKNOWN}/replay`, { since: '2026-01-01' }),
      ]);
      for (const { status, body } of answers)
        expect({ status, body }).toEqual({ status: 404, body: errorBody('not_found') });
    });
  });

  describe('API decisions: Webhook URLs', () => {
    it.each([
      'https://user@example.com/',
      'https://user:secret@example.com/',
      'ftp://example.com/',
      'file:///etc/passwd',
      'javascript:alert(1)',
      '//example.com/',
      'example.com/hooks',
      'https://',
      'https:///hooks',
      ' https://example.com/',
      'https://example.com/a b',
      'https://exam\nple.com/',
      'http://0.0.0.0/',
      'http://[::]/',
      'http://10.0.0.1/',
      'http://172.16.0.1/',
      'http://192.168.0.1/',
      'http://169.254.169.254/latest/meta-data',
      'http://2852039166/',
      'http://0xa9fea9fe/',
      'http://0251.0376.0251.0376/',
      'http://100.64.0.1/',
      'http://224.0.0.1/',
      'http://[fe80::1]/',
      'http://[fd00::1]/',
      'http://[ff02::1]/',
      'http://[::ffff:10.0.0.1]/',
      'http://[64:ff9b::a00:1]/',
      `https://example.com/${'x'.repeat(2_048)}`,
    ])('%s is 400, at creation and at a change', async (url) => {
      const endpoint = await create();
      const answers = [await api().post('/webhook_endpoints', { url }), await api().patch(pathOf(endpoint), { url })];
      for (const each of answers) expectError(each, 400, 'invalid_request', { param: 'url' });
    });

    it('the sandbox takes http and loopback, and a name is looked up only when it is called', async () => {
      const urls = [
        'http://example.com:8080/hooks',
        'http://127.0.0.1:1/',
        'http://[::1]:1/',
        'http://localhost:1/',
        'http://no-such.name.invalid/',
      ];
      for (const url of urls) expect(await create({ url })).toMatchObject({ url, status: 'enabled' });
    });

    it('live keys take https alone, and no loopback', async () => {
      const live = service.api.as('webhooks', 'live');
      const refused = ['http://example.com/', 'https://127.0.0.1/', 'https://[::1]/', 'https://127.1/', 'https://0/'];
      for (const url of refused) {
        expectError(await live.post('/webhook_endpoints', { url }), 400, 'invalid_request', { param: 'url' });
      }
      const { body } = await live.post('/webhook_endpoints', { url: HOOK });
      expect(body).toEqual({ ...newEndpoint({ url: HOOK, livemode: true }), secret: SECRET });
    });

    it('a name is judged by where it leads when it is called: a live endpoint never reaches loopback', async () => {
      const live = service.api.as('webhooks', 'live');
      const { body } = await live.post('/webhook_endpoints', { url: 'https://localhost:9/' });
      expect((await live.post(`${pathOf(body)}/test`)).status).toBe(200);

      const [delivery] = await endedDeliveries(live, { path: pathOf(body) }, 1);
      expect(delivery).toMatchObject({ status: 'failed', event_type: 'webhook.test' });
      expect(delivery?.attempts).toHaveLength(4);
      for (const attempt of delivery?.attempts ?? []) {
        expect(attempt).toMatchObject({ status_code: null, error: 'the destination is a loopback address' });
      }
    });
  });

  describe('API contract: Events', () => {
    it('a payment that settles is told of: envelope, data and signed headers', async () => {
      const { sink, secret } = await subscribe();
      const { body: payment } = await pay({ memo: 'Invoice 7' });
      const [delivery] = await received(sink);

      expect(delivery?.event).toEqual({
        id: idOf('evt'),
        type: 'payment.settled',
        created_at: TIME,
        sequence: expect.any(Number),
        livemode: false,
        data: payment,
      });
      expect(payment).toMatchObject({ settlement_ms: expect.any(Number), compliance_ref: idOf('cpl') });
      expect([delivery?.method, delivery?.path]).toEqual(['POST', '/hooks']);
      const headers = delivery?.headers ?? {};
      expect(headers['content-type']).toBe('application/json');
      expect(headers['svc-signature']).toMatch(/^t=\d{10},v1=[0-9a-f]{64}$/);
      expect(headers['webhook-id']).toBe(delivery?.event.id);
      expect(`t=${String(headers['webhook-timestamp'])}`).toBe(String(headers['svc-signature']).split(',')[0]);
      expect(Math.abs(Number(headers['webhook-timestamp']) * 1_000 - Date.now())).toBeLessThan(300_000);
      expect(hasValidSignature(delivery!, secret)).toBe(true);
      expect(hasValidSignature({ ...delivery!, rawBody: `${delivery!.rawBody} ` }, secret)).toBe(false);
      expect(isVerified(delivery!, secret)).toBe(true);
      expect((await api().get(`/events/${String(delivery?.event.id)}`)).body).toEqual(delivery?.event);
    });

    it('payment.failed names error_code and error_message', async () => {
      const { sink } = await subscribe();
      const { body: payment } = await pay({ amount: '1.000201' });
      const [delivery] = await received(sink);
      expect(delivery?.event).toMatchObject({
        type: 'payment.failed',
        data: { ...payment, error_code: 'transaction_reverted', error_message: expect.stringMatching(/./) },
      });
    });

    it('a payment that screening blocks is told of as payment.compliance_blocked alone', async () => {
      const { sink } = await subscribe();
      const refused = await pay({ to: '0x000000000000000000000000000000000000d001' });
      const later = await pay();
      await listedEvent(api(), 'payment.settled', later.body['id']);
      const deliveries = await received(sink, 2);

      const id = refused.body['payment_id'];
      const about = deliveries.filter(({ event }) => event.data['id'] === id);
      expect(about.map(({ event }) => event)).toEqual([
        {
          id: idOf('evt'),
          type: 'payment.compliance_blocked',
          created_at: TIME,
          sequence: expect.any(Number),
          livemode: false,
          data: (await api().get(`/payments/${String(id)}`)).body,
        },
      ]);
    });

    it('an endpoint gets the types that it takes, and one that takes all of them gets everything', async () => {
      const [all, some] = [await subscribe(), await subscribe({ events: ['payment.failed', 'wallet.funded'] })];
      await pay();
      const { body: failed } = await pay({ amount: '1.000201' });

      await received(all.sink, 2);
      const [delivery, ...others] = await received(some.sink);
      expect(delivery?.event.data['id']).toBe(failed['id']);
      expect(others).toEqual([]);
      const types = all.sink.received.map(({ event }) => event.type).toSorted();
      expect(types).toEqual(['payment.failed', 'payment.settled']);
    });

    it('an endpoint that was just created gets the next event, and one that was just changed follows its change', async () => {
      const { sink, path } = await subscribe();
      await pay();
      await received(sink);
      await api().patch(path, { events: ['wallet.funded'] });
      await pay();
      await api().patch(path, { events: null });
      const { body } = await pay();
      const deliveries = await received(sink, 2);
      expect(deliveries.map(({ event }) => event.data['id']).slice(1)).toEqual([body['id']]);
    });

    it('a disabled endpoint gets nothing, also no later when it is enabled again', async () => {
      const { sink, path } = await subscribe();
      await api().patch(path, { status: 'disabled' });
      const { body: missed } = await pay();
      await listedEvent(api(), 'payment.settled', missed['id']);
      await api().patch(path, { status: 'enabled' });
      const { body: next } = await pay();

      const deliveries = await received(sink);
      expect(deliveries.map(({ event }) => event.data['id'])).toEqual([next['id']]);
    });
  });

  describe('POST /webhook_endpoints/:id/test', () => {
    it('sends webhook.test to that endpoint alone, whatever types it takes', async () => {
      const [asked, other] = [await subscribe({ events: ['treasury.low_balance'] }), await subscribe()];
      const answer = await api().post(`${asked.path}/test`);
      expect({ status: answer.status, body: answer.body }).toEqual({
        status: 200,
        body: newEndpoint({ id: asked.id, url: asked.sink.url, events: ['treasury.low_balance'] }),
      });

      const [delivery] = await received(asked.sink);
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
      await received(other.sink);
      expect(other.sink.received.map(({ event }) => event.type)).toEqual(['payment.settled']);
    });

    it('a disabled endpoint takes none: 409 invalid_state', async () => {
      const { path } = await subscribe();
      await api().patch(path, { status: 'disabled' });
      expectError(await api().post(`${path}/test`), 409, 'invalid_state');
    });

    it('with an idempotency key it is sent once', async () => {
      const { sink, path } = await subscribe();
      const key = { idempotency_key: 'test once' };
      await api().post(`${path}/test`, key);
      const replay = await api().post(`${path}/test`, key);
      expect(replay.headers.get('svc-idempotent-replayed')).toBe('true');
      await api().post(`${path}/test`);
      const deliveries = await received(sink, 2);
      expect(deliveries.map(({ event }) => event.sequence)).toHaveLength(2);
      await endedDeliveries(api(), { path }, 2);
    });
  });

  describe('POST /webhook_endpoints/:id/rotate_secret', () => {
    it('answers the new secret, and for a day both sign: receivers with either verify', async () => {
      const { sink, path, id, secret: old } = await subscribe();
      const rotated = await api().post(`${path}/rotate_secret`);
      expect({ status: rotated.status, body: rotated.body }).toEqual({
        status: 200,
        body: { ...newEndpoint({ id, url: sink.url }), secret: SECRET },
      });
      const fresh = String(rotated.body['secret']);
      expect(fresh).not.toBe(old);

      await pay();
      const [delivery] = await received(sink);
      expect(delivery?.headers['svc-signature']).toMatch(/^t=\d{10},v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/);
      expect(delivery?.headers['webhook-signature']).toMatch(/^v1,[A-Za-z0-9+/]{43}= v1,[A-Za-z0-9+/]{43}=$/);
      for (const secret of [old, fresh]) {
        expect(hasValidSignature(delivery!, secret)).toBe(true);
        expect(isVerified(delivery!, secret)).toBe(true);
      }
      const { body: again } = await api().post(`${path}/rotate_secret`);
      await pay();
      const [, second] = await received(sink, 2);
      expect([old, fresh, String(again['secret'])].map((secret) => hasValidSignature(second!, secret))).toEqual([
        false,
        true,
        true,
      ]);
    });

    it('a replay answers a secret of null and rotates nothing', async () => {
      const { sink, path } = await subscribe();
      const key = { idempotency_key: 'rotate once' };
      const { body: first } = await api().post(`${path}/rotate_secret`, key);
      const { body: replay } = await api().post(`${path}/rotate_secret`, key);
      expect(replay).toEqual({ ...first, secret: null });
      await pay();
      const [delivery] = await received(sink);
      expect(hasValidSignature(delivery!, String(first['secret']))).toBe(true);
    });
  });
});
