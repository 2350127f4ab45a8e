import { connect } from 'node:net';
import { LIVE_KEY, TEST_KEY, startGateway, type TestGateway } from '../testing/gateway';

let gateway: TestGateway;
beforeAll(async () => (gateway = await startGateway()));
afterAll(() => gateway.stop());
beforeEach(() => gateway.fakes.answers.clear());

const JSON_TYPE = { 'content-type': 'application/json' };
const GOOD = '{"to":"0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48","amount":"1.00"}';

describe('Errors', () => {
  it('the body is {code, message} plus param, request_id, retryable, and every response carries svc-request-id', async () => {
    const { status, headers, body } = await gateway.send('POST', '/v1/payments', { body: {} });
    expect(status).toBe(400);
    expect(body).toEqual({
      code: 'invalid_request',
      message: 'to is required.',
      param: 'to',
      request_id: headers['svc-request-id'],
      retryable: false,
    });
    expect(headers['svc-request-id']).toMatch(/^req_[0-9A-HJKMNP-TV-Z]{26}$/);
  });

  it.each([
    ['GET', '/'],
    ['GET', '/v1'],
    ['GET', '/v1/nothing'],
    ['GET', '/v2/payments'],
    ['GET', '/payments'],
    ['GET', '/v1/payments/'],
    ['GET', '/v1//payments'],
    ['GET', '/V1/payments'],
    ['GET', `/v1/payments/${'x'.repeat(200)}`],
    ['PUT', '/v1/payments'],
    ['DELETE', '/v1/payments/pay_1'],
    ['PATCH', '/v1/treasury/balance'],
    ['POST', '/v1/treasury/balance'],
    ['OPTIONS', '/v1/payments'],
  ] as const)('%s %s is 404 not_found', async (method, path) => {
    const { status, headers, body } = await gateway.send(method, path);
    expect(status).toBe(404);
    expect(body).toMatchObject({ code: 'not_found', request_id: headers['svc-request-id'], retryable: false });
  });

  it.each(['/v1/payments', '/v1/nothing', '/v1/payments/%ZZ', '/health/live', '/openapi.json', '/docs'])(
    'no browser takes an answer for something else: %s',
    async (path) => {
      expect((await gateway.send('GET', path)).headers['x-content-type-options']).toBe('nosniff');
    },
  );

  it('a path that cannot be decoded is 400', async () => {
    const { status, headers, body } = await gateway.send('GET', '/v1/payments/%ZZ');
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'invalid_request', request_id: headers['svc-request-id'] });
  });

  it('what is unexpected is 500 internal_error, retryable, and tells nothing of what is inside', async () => {
    gateway.fakes.answers.set('treasury.balance', () => {
      throw new Error('SQLITE_FULL at /var/secret');
    });
    const { status, body } = await gateway.send('GET', '/v1/treasury/balance');
    expect(status).toBe(500);
    expect(body).toMatchObject({ code: 'internal_error', retryable: true });
    expect(JSON.stringify(body)).not.toMatch(/SQLITE|secret/);
  });

  it('what is no HTTP at all is answered in the same form', async () => {
    await gateway.app.listen(0, '127.0.0.1');
    const { port } = new URL(await gateway.app.getUrl());
    const socket = connect(Number(port), '127.0.0.1');
    socket.write('NONSENSE\r\n\r\n');
    let text = '';
    for await (const chunk of socket) text += String(chunk);
    const [head = '', body = ''] = text.split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 400 .*\r\nsvc-request-id: req_/s);
    expect(head).toMatch(/\r\nX-Content-Type-Options: nosniff\r\n/);
    expect(JSON.parse(body)).toMatchObject({ code: 'invalid_request', retryable: false });
  });
});

describe('Strictness: bodies', () => {
  it.each([
    ['no content type', GOOD, {}, /application\/json/],
    ['another content type', GOOD, { 'content-type': 'text/plain' }, /application\/json/],
    ['a form', 'to=1', { 'content-type': 'application/x-www-form-urlencoded' }, /application\/json/],
    ['a compressed body', GOOD, { ...JSON_TYPE, 'content-encoding': 'gzip' }, /compressed/],
    ['broken JSON', '{', JSON_TYPE, /valid JSON/],
    ['a byte order mark', `\uFEFF${GOOD}`, JSON_TYPE, /byte order mark/],
    ['a duplicate key', GOOD.replace('}', ',"amount":"9.00"}'), JSON_TYPE, /"amount" more than once/],
    ['a body that is too large', `{"memo":"${'x'.repeat(64 * 1024)}"}`, JSON_TYPE, /64 KiB/],
    ['a list', '[]', JSON_TYPE, /JSON object/],
    ['null', 'null', JSON_TYPE, /JSON object/],
    ['a text', '"x"', JSON_TYPE, /JSON object/],
    ['no body', '', JSON_TYPE, /to is required/],
    ['__proto__', GOOD.replace('}', ',"__proto__":{"amount":"9.00"}}'), JSON_TYPE, /__proto__ is not a parameter/],
  ])('%s is 400 invalid_request', async (_, raw, headers, message) => {
    const { status, body } = await gateway.send('POST', '/v1/payments', { raw, headers });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'invalid_request', message: expect.stringMatching(message) as unknown });
  });

  it('a body of exactly 64 KiB is read', async () => {
    const raw = GOOD + ' '.repeat(64 * 1024 - GOOD.length);
    expect((await gateway.send('POST', '/v1/payments', { raw, headers: JSON_TYPE })).status).toBe(201);
  });

  it('the key is looked at before the body is', async () => {
    const { status } = await gateway.send('POST', '/v1/payments', { key: null, raw: '{', headers: JSON_TYPE });
    expect(status).toBe(401);
  });
});

describe('Lists', () => {
  const empty = { data: [], has_more: false, next_cursor: null };

  it('limit is 20 by default, 1 to 100; next_cursor and ids go into starting_after', async () => {
    const asked: unknown[] = [];
    gateway.fakes.answers.set('payment.list', (params) => {
      asked.push(params);
      return empty;
    });
    const cursor = 'pay_01JD8Z5M3V7T9G2K4XQW6N0B1C';
    const paths = ['/v1/payments', '/v1/payments?limit=1', `/v1/payments?limit=100&starting_after=${cursor}`];
    for (const path of paths) expect(await gateway.send('GET', path)).toMatchObject({ status: 200, body: empty });
    const tenant = { account: 'acme', livemode: false };
    expect(asked).toMatchObject([
      { ...tenant, limit: 20, startingAfter: null, status: null, chain: null, to: null, wallet: null },
      { ...tenant, limit: 1 },
      { ...tenant, limit: 100, startingAfter: cursor },
    ]);
  });

  it('filters by status, chain, created_after, created_before, wallet and to', async () => {
    let asked: unknown;
    gateway.fakes.answers.set('payment.list', (params) => {
      asked = params;
      return empty;
    });
    await gateway.send(
      'GET',
      '/v1/payments?status=failed&chain=base&wallet=wal_1&to=0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48' +
        '&created_after=2026-01-01T00:00:00Z&created_before=2026-01-02',
    );
    expect(asked).toMatchObject({
      status: 'failed',
      chain: 'base',
      wallet: 'wal_1',
      to: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
      createdAfter: Date.UTC(2026, 0, 1),
      createdBefore: Date.UTC(2026, 0, 2),
    });
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=-1', 'limit'],
    ['limit=1.5', 'limit'],
    ['limit=', 'limit'],
    ['limit=ten', 'limit'],
    ['limit=1&limit=2', 'limit'],
    ['starting_after=', 'starting_after'],
    ['starting_after=pay_1', 'starting_after'],
    ['starting_after=wal_01JD8Z5M3V7T9G2K4XQW6N0B1C', 'starting_after'],
    ['status=done', 'status'],
    ['chain=BASE', 'chain'],
    ['to=nobody', 'to'],
    ['created_after=yesterday', 'created_after'],
    ['created_before=2026-13-01', 'created_before'],
    ['created_before=2026-02-30', 'created_before'],
    ['page=2', 'page'],
    ['__proto__=1', '__proto__'],
  ])('GET /payments?%s is 400 for %s', async (query, param) => {
    const { status, body } = await gateway.send('GET', `/v1/payments?${query}`);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'invalid_request', param });
  });

  it('an endpoint that takes no parameters in its URL refuses them by name', async () => {
    const { status, body } = await gateway.send('GET', '/v1/payments/pay_1?expand=all');
    expect(status).toBe(400);
    expect(body).toMatchObject({ param: 'expand' });
  });
});

describe('API keys: what belongs to another account or the other mode is 404', () => {
  it.each([
    ['payment.get', '/v1/payments/pay_1'],
    ['payment.timeline', '/v1/payments/pay_1/timeline'],
    ['wallet.get', '/v1/wallets/wal_1'],
    ['wallet.approval', '/v1/approvals/apr_1'],
    ['compliance.get', '/v1/compliance/checks/cpl_1'],
    ['webhook.endpoint', '/v1/webhook_endpoints/whe_1'],
    ['webhook.endpoint', '/v1/webhook_endpoints/whe_1/deliveries'],
    ['webhook.event', '/v1/events/evt_1'],
  ])('%s is asked for the tenant of the key', async (query, path) => {
    const asked: unknown[] = [];
    gateway.fakes.answers.set(query, (params) => {
      asked.push(params);
      return null;
    });
    for (const key of [TEST_KEY, LIVE_KEY]) {
      const { status, body } = await gateway.send('GET', path, { key });
      expect([status, body['code']]).toEqual([404, 'not_found']);
    }
    const id = path.split('/')[path.includes('compliance') ? 4 : 3];
    expect(asked).toMatchObject([
      { account: 'acme', livemode: false, id },
      { account: 'acme', livemode: true, id },
    ]);
  });
});

describe('Also: /health/* stand at the root, without a key', () => {
  it('live and ready', async () => {
    expect(await gateway.send('GET', '/health/live', { key: null })).toMatchObject({
      status: 200,
      body: { live: true },
    });
    expect(await gateway.send('GET', '/health/ready', { key: null })).toMatchObject({
      status: 200,
      body: { ready: true },
    });
  });

  it('ready says 503 and which part is missing', async () => {
    gateway.runtime.health.register('chain', () => Promise.reject(new Error('down for the test')));
    const { status, headers, body } = await gateway.send('GET', '/health/ready', { key: null });
    gateway.runtime.health.register('chain', () => Promise.resolve());
    expect([status, headers['retry-after']]).toEqual([503, '1']);
    expect(body).toMatchObject({
      ready: false,
      checks: { chain: { status: 'down', reason: 'it does not work: see the log of the service' } },
    });
  });

  it('HEAD answers as GET does, without a body', async () => {
    gateway.fakes.answers.set('treasury.balance', () => ({ usdc: '1.00' }));
    const { status, headers, body } = await gateway.send('HEAD', '/v1/treasury/balance');
    expect([status, body]).toEqual([200, {}]);
    expect(headers['svc-request-id']).toMatch(/^req_/);
  });
});
