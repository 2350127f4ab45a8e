import { request } from 'node:http';
import { ENTERPRISE_KEY, LIVE_KEY, OTHER_KEY, startGateway, TEST_KEY, type TestGateway } from '../testing/gateway';
import { ACCOUNT_LIMITS, planLimits } from '@stablecoin/access';
import { RateLimiter } from './rate-limiter';
import { MemoryBucketStore } from '@stablecoin/host';

const NONE = { data: [], has_more: false, next_cursor: null };

describe('The rate of an account', () => {
  it('is a few times that of a key, however many keys it makes', async () => {
    const clock = { now: () => Date.UTC(2026, 0, 31), setTimer: () => () => undefined };
    const limiter = new RateLimiter(new MemoryBucketStore(), planLimits(), clock, 1_000_000);
    const admitted = async (keyId: string, changes: object = {}): Promise<number> => {
      const caller = { keyId, account: 'acme', livemode: false, plan: 'scale' as const, ...changes };
      const taken = await Promise.all(Array.from({ length: 12 }, () => limiter.take(caller, 'other')));
      return taken.filter((each) => each.admitted).length;
    };
    const keys = Array.from({ length: 10 }, (_, index) => `key_${index}`);
    let sum = 0;
    for (const key of keys) sum += await admitted(key);
    expect(sum).toBe(ACCOUNT_LIMITS.rateFactor * 10);
    // The other mode and other accounts have theirs.
    expect(await admitted('key_live', { livemode: true })).toBe(10);
    expect(await admitted('key_other', { account: 'other' })).toBe(10);
    const caller = { keyId: 'key_last', account: 'acme', livemode: false, plan: 'scale' as const };
    expect(await limiter.take(caller, 'other')).toMatchObject({ admitted: false, headers: { 'Retry-After': '1' } });
  });
});

describe('What an account has', () => {
  let gateway: TestGateway;
  let port: number;
  beforeAll(async () => {
    const rate = { other: { rate: 10_000 }, reads: { rate: 10_000 } };
    gateway = await startGateway({ RATE_LIMITS: JSON.stringify({ scale: rate, enterprise: rate }) });
    gateway.fakes.answers.set('webhook.events', () => NONE);
    await gateway.app.listen(0, '127.0.0.1');
    port = Number(new URL(await gateway.app.getUrl()).port);
  });
  afterAll(() => gateway.stop());

  it('ends at a number of usable API keys, which repeated requests do not meet', async () => {
    const issue = (body: object = {}, key = TEST_KEY) => gateway.send('POST', '/v1/api_keys', { key, body });
    const first = await issue({ idempotency_key: 'first' });
    // Three of the account are there from the start, of which one is for the other mode.
    for (let made = 3; made < ACCOUNT_LIMITS.apiKeys; made++) await issue();
    const refused = await issue();
    expect([refused.status, refused.body['code']]).toEqual([409, 'invalid_state']);
    expect((await issue({ idempotency_key: 'first' })).body['id']).toBe(first.body['id']);
    expect((await issue({}, LIVE_KEY)).status).toBe(200);
    expect((await issue({}, OTHER_KEY)).status).toBe(200);
    await gateway.send('DELETE', `/v1/api_keys/${String(first.body['id'])}`);
    expect((await issue()).status).toBe(200);
  });

  it('ends at a number of webhook endpoints', async () => {
    const create = () => gateway.send('POST', '/v1/webhook_endpoints', { body: { url: 'https://example.com/' } });
    let endpoints = ACCOUNT_LIMITS.webhookEndpoints;
    gateway.fakes.answers.set('webhook.endpoints', ({ limit }: { readonly limit: number }) => ({
      ...NONE,
      data: Array.from({ length: Math.min(limit, endpoints) }, () => ({})),
    }));
    gateway.fakes.answers.set('webhook.endpoint', ({ id }: { readonly id: string }) => ({ id }));
    const refused = await create();
    expect([refused.status, refused.body['code']]).toEqual([409, 'invalid_state']);
    endpoints -= 1;
    expect((await create()).status).toBe(200);
  });

  it('ends at a number of replays under way, which repeated requests do not meet', async () => {
    let replays = ACCOUNT_LIMITS.replays - 1;
    gateway.fakes.answers.set('webhook.replays', () => replays);
    gateway.fakes.answers.set('webhook.endpoint', ({ id }: { readonly id: string }) => ({ id }));
    const replay = (body: object = {}) =>
      gateway.send('POST', '/v1/webhook_endpoints/whe_1/replay', { body: { since: '2026-01-31', ...body } });
    expect((await replay({ idempotency_key: 'once' })).status).toBe(200);
    replays += 1;
    const refused = await replay();
    expect([refused.status, refused.body['code']]).toEqual([409, 'invalid_state']);
    expect((await replay({ idempotency_key: 'once' })).status).toBe(200);
  });

  const poll = (key: string) => {
    const sent = request({ port, path: '/v1/events?order=asc&wait=30', headers: { authorization: `Bearer ${key}` } });
    const status = new Promise<number>((resolve, reject) => {
      sent.on('response', (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      sent.on('error', reject);
    });
    status.catch(() => undefined);
    sent.end();
    return { status, end: () => sent.destroy() };
  };

  it('ends at a number of long polls for each key, beside the requests that wait for their outcome', async () => {
    const { body } = await gateway.send('POST', '/v1/api_keys', { key: OTHER_KEY, body: {} });
    const polls = Array.from({ length: 51 }, () => poll(String(body['key'])));
    expect(await Promise.race(polls.map(({ status }) => status))).toBe(429);
    expect((await gateway.send('GET', '/v1/events', { key: ENTERPRISE_KEY })).status).toBe(200);
    for (const { end } of polls) end();
  });

  it('has a long poll end when its key is revoked', async () => {
    const { body } = await gateway.send('POST', '/v1/api_keys', { key: OTHER_KEY, body: {} });
    const { status } = poll(String(body['key']));
    const revoked = await gateway.send('DELETE', `/v1/api_keys/${String(body['id'])}`, { key: OTHER_KEY });
    expect(revoked.status).toBe(200);
    expect(await status).toBe(401);
  });
});

describe('What an account has stored in the sandbox', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway({ SANDBOX_BYTES_PER_DAY: '100000' });
  });
  afterAll(() => gateway.stop());

  it('is bounded by the bytes of its requests in a day, which reads and live requests are not', async () => {
    const body = { description: 'x'.repeat(60_000) };
    const send = (key = TEST_KEY) => gateway.send('POST', '/v1/webhook_endpoints', { key, body });
    // What goes above the bound has to come back before the next request.
    for (const _time of [1, 2]) expect((await send()).status).toBe(400);
    const { status, body: refused, headers } = await send(ENTERPRISE_KEY);
    expect([status, refused['code']]).toEqual([429, 'rate_limited']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(9_000);
    expect((await send(OTHER_KEY)).status).toBe(400);
    expect((await send(LIVE_KEY)).status).toBe(400);
    expect((await gateway.send('GET', '/v1/api_keys')).status).toBe(200);
  });
});
