import { randomUUID } from 'node:crypto';
import type { Page, WebhookEndpoint } from '@stablecoin/contracts';
import { without } from '../support/api';
import { errorBody, expectError } from '../support/payments';
import { useService } from '../support/service';
import { newEndpoint, SECRET } from '../support/webhooks';

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

describe('API decisions: /webhook_endpoints', () => {
  const service = useService();
  const api = () => service.api.as('webhooks');
  const pathOf = ({ id }: Record<string, unknown>) => `/webhook_endpoints/${String(id)}`;
  const create = async (fields: object = {}) => {
    const { body } = await api().post('/webhook_endpoints', { url: HOOK, ...fields });
    made.push(pathOf(body));
    return body;
  };
  /** Nobody answers there: they would only keep the service busy. */
  const made: string[] = [];
  afterEach(() => Promise.all(made.splice(0).map((path) => api().delete(path))));

  it('POST answers 200 with the endpoint and its secret, which is never shown again', async () => {
    const created = await api().post('/webhook_endpoints', { url: HOOK });
    made.push(pathOf(created.body));
    expect({ status: created.status, body: created.body }).toEqual({
      status: 200,
      body: { ...newEndpoint({ url: HOOK }), secret: SECRET },
    });

    const endpoint = without(created.body, 'secret');
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
    const key = { idempotency_key: randomUUID() };
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
    const order = { url: HOOK, idempotency_key: randomUUID() };
    const { body } = await api().post('/webhook_endpoints', order);
    await api().delete(pathOf(body));
    const before = (await api().get('/webhook_endpoints')).body;
    const replays = await Promise.all([order, order].map((each) => api().post('/webhook_endpoints', each)));
    for (const replay of replays) expectError(replay, 404, 'not_found');
    expect((await api().get('/webhook_endpoints')).body).toEqual(before);
  });

  it('PATCH changes what is named, and null sets to nothing', async () => {
    const endpoint = without(await create({ events: ['payment.failed'], description: 'One' }), 'secret');
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
    const made = [await create(), await create(), await create()].map((body) => without(body, 'secret'));
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
    expect((await api().get(pathOf(endpoint))).body).toEqual(without(endpoint, 'secret'));
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
