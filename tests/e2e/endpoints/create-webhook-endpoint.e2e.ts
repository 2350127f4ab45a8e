import { randomUUID } from 'node:crypto';
import { without } from '../support/api';
import { expectError } from '../support/payments';
import { useService } from '../support/service';
import { endpointPath, HOOK, newEndpoint, SECRET, useEndpoints } from '../support/webhooks';

const TYPES = [
  'payment.settled',
  'payment.failed',
  'payment.compliance_blocked',
  'wallet.funded',
  'wallet.spend_limit_reached',
  'treasury.low_balance',
];

describe('POST /v1/webhook_endpoints', () => {
  const service = useService();
  const api = () => service.api.as('webhooks');
  const createEndpoint = useEndpoints(api);
  const create = async (fields: object = {}) => (await createEndpoint(fields)).body;

  it('answers 200 with the endpoint and its secret, which is never shown again', async () => {
    const created = await createEndpoint();
    expect({ status: created.status, body: created.body }).toEqual({
      status: 200,
      body: { ...newEndpoint({ url: HOOK }), secret: SECRET },
    });

    const endpoint = without(created.body, 'secret');
    const [read, listed] = await Promise.all([
      api().get(endpointPath(endpoint)),
      api().get('/webhook_endpoints?limit=1'),
    ]);
    expect(read.body).toEqual(endpoint);
    expect(listed.body['data']).toEqual([endpoint]);
  });

  it('accepts a description and the types to send', async () => {
    const body = await create({ events: TYPES, description: 'Ledger 📒' });
    expect(body).toEqual({ ...newEndpoint({ url: HOOK, events: TYPES, description: 'Ledger 📒' }), secret: SECRET });
  });

  it('gives every endpoint its own secret', async () => {
    const endpoints = await Promise.all([create(), create(), create()]);
    expect(new Set(endpoints.map(({ secret }) => secret)).size).toBe(3);
  });

  it('answers a replay with the same endpoint and a secret of null', async () => {
    const key = { idempotency_key: randomUUID() };
    const first = await createEndpoint(key);
    const replay = await api().post('/webhook_endpoints', { url: HOOK, ...key });
    expect(first.body['secret']).toEqual(SECRET);
    expect({ status: replay.status, body: replay.body }).toEqual({
      status: 200,
      body: { ...first.body, secret: null },
    });
    expect(replay.headers.get('svc-idempotent-replayed')).toBe('true');
  });

  it('answers a replay with 404 and creates nothing when the endpoint was deleted since', async () => {
    const order = { url: HOOK, idempotency_key: randomUUID() };
    const { body } = await api().post('/webhook_endpoints', order);
    await api().delete(endpointPath(body));
    const before = (await api().get('/webhook_endpoints')).body;
    const replays = await Promise.all([order, order].map((each) => api().post('/webhook_endpoints', each)));
    for (const replay of replays) expectError(replay, 404, 'not_found');
    expect((await api().get('/webhook_endpoints')).body).toEqual(before);
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
  ])('answers 400 for a malformed %s: %j', async (param, value) => {
    const body = { url: HOOK, [param.replace('[0]', '').replace('[1]', '')]: value };
    expectError(await api().post('/webhook_endpoints', body), 400, 'invalid_request', { param });
  });
});
