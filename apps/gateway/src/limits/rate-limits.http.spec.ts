import { TEST_KEY, ENTERPRISE_KEY, OTHER_KEY, startGateway, type TestGateway } from '../testing/gateway';

const BODY = { to: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', amount: '1' };

let gateway: TestGateway;
beforeEach(async () => {
  gateway = await startGateway({ RATE_LIMITS: '{}' });
  gateway.fakes.answers.set('treasury.balance', () => ({ usdc: '1.00' }));
});
afterEach(() => gateway.stop());

/** The statuses of so many requests at one instant, counted. */
async function volley(
  count: number,
  send: () => Promise<{ readonly status: number }>,
): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (const { status } of await Promise.all(Array.from({ length: count }, send))) {
    counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
}

describe('Rate limits', () => {
  it('Scale payments: 100 at one instant pass, and never more than 200 within a second', async () => {
    const pay = () => gateway.send('POST', '/v1/payments', { body: BODY });
    expect(await volley(100, pay)).toEqual({ 201: 100 });
    const { status, headers, body } = await gateway.send('GET', '/v1/treasury/balance');
    expect([status, headers['ratelimit-policy'], body]).toEqual([200, '"reads";q=200;w=1', { usdc: '1.00' }]);
  });

  it('a 429 says when to come back, in the form of an error', async () => {
    const answers = await Promise.all(
      Array.from({ length: 11 }, () => gateway.send('POST', '/v1/payments/simulate', { body: {} })),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(1);
    expect(refused[0]!.body).toMatchObject({ code: 'rate_limited', retryable: true });
    expect(refused[0]!.headers).toMatchObject({
      'retry-after': '1',
      'ratelimit-policy': '"other";q=10;w=1',
      ratelimit: expect.stringMatching(/^"other";r=0;t=\d+$/) as unknown,
    });
  });

  it('every authenticated answer carries RateLimit-Policy and RateLimit, and no other does', async () => {
    const answered = await gateway.send('POST', '/v1/payments', { body: {} });
    expect(answered.status).toBe(400);
    expect(answered.headers).toMatchObject({
      'ratelimit-policy': '"payments";q=100;w=1',
      ratelimit: expect.stringMatching(/^"payments";r=199;t=1$/) as unknown,
    });
    expect(answered.headers['retry-after']).toBeUndefined();
    const unknown = await gateway.send('POST', '/v1/payments', { body: {}, key: 'svc_test_no' });
    expect(unknown.headers['ratelimit']).toBeUndefined();
  });

  it('keys are counted apart, and so are plans: GET 200/s Scale, 2,000/s Enterprise', async () => {
    const read = (key: string) => () => gateway.send('GET', '/v1/treasury/balance', { key });
    expect((await volley(210, read(TEST_KEY)))[429]).toBeGreaterThan(0);
    expect(await volley(1, read(OTHER_KEY))).toEqual({ 200: 1 });
    expect(await volley(210, read(ENTERPRISE_KEY))).toEqual({ 200: 210 });
  });

  it('wallets 20/s; each wallet of POST /wallets/bulk counts, and what is above has to come back', async () => {
    const wallet = { owner: 'agent:a', chain: 'base' };
    const many = (key: string, wallets: number) =>
      gateway.send('POST', '/v1/wallets/bulk', { key, body: { wallets: Array(wallets).fill(wallet) } });
    const bulk = await many(OTHER_KEY, 100);
    expect([bulk.status, bulk.headers['ratelimit']]).toEqual([200, '"wallets";r=0;t=5']);
    const next = await gateway.send('POST', '/v1/wallets', { key: OTHER_KEY, body: wallet });
    expect([next.status, next.headers['retry-after']]).toEqual([429, expect.stringMatching(/^[1-5]$/)]);
    expect((await many(OTHER_KEY, 1)).status).toBe(429);
    const create = () => gateway.send('POST', '/v1/wallets', { body: wallet });
    expect(await volley(21, create)).toEqual({ 201: 20, 429: 1 });
  });

  it('compliance checks 50/s; a cached answer costs nothing, and a token is taken only on a miss', async () => {
    // An address is in the cache from the second time on that it is asked for.
    const cache = new Set<string>();
    gateway.fakes.answers.set('compliance.find', ({ address }: { readonly address: string }) => {
      if (cache.has(address)) return { status: 'cleared', ref: 'cpl_1' };
      cache.add(address);
      return null;
    });
    const check = (address: string) =>
      gateway.send('POST', '/v1/compliance/check', { body: { address, checks: ['aml'] } });
    const missed = await check(BODY.to);
    expect([missed.status, missed.headers['ratelimit']]).toEqual([200, '"compliance";r=49;t=1']);
    expect(await volley(200, () => check(BODY.to))).toEqual({ 200: 200 });
    let next = 0x100;
    const counts = await volley(100, () => check(`0x${(next++).toString(16).padStart(40, '0')}`));
    expect(counts[429]).toBeGreaterThan(0);
    expect(counts[200]).toBeGreaterThanOrEqual(49);
  });

  it('a key without the scope is limited as well', async () => {
    const { body } = await gateway.send('POST', '/v1/api_keys', { body: { scopes: ['payments:read'] } });
    const key = String(body['key']);
    const { status, headers } = await gateway.send('POST', '/v1/payments', { body: BODY, key });
    expect(status).toBe(403);
    expect(headers['ratelimit']).toMatch(/^"payments";r=199/);
  });
});

describe('RATE_LIMITS', () => {
  it('takes the place of the plan’s own', async () => {
    const limited = await startGateway({ RATE_LIMITS: '{"scale":{"payments":{"rate":2,"burst":3,"peak":3}}}' });
    try {
      const pay = () => limited.send('POST', '/v1/payments', { body: BODY });
      expect(await volley(5, pay)).toEqual({ 201: 3, 429: 2 });
    } finally {
      await limited.stop();
    }
  });
});
