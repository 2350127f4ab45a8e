/** @once */
import { randomUUID } from 'node:crypto';
import { eventually } from '@stablecoin/event-sourcing/testing';
import type { Api, ApiResponse, RequestOptions } from '../support/api';
import { expectError } from '../support/payments';
import { newAddress } from '../support/screenings';
import { useService } from '../support/service';

const ATTEMPTS = 20;

describe('Rate limits', () => {
  const service = useService();
  const enterprise = () => service.api.as('limits');

  /** A key of its own, so that its buckets are full. */
  async function newKey(plan: 'scale' | 'enterprise' = 'scale'): Promise<Api> {
    const { body } = await enterprise().post('/api_keys', { plan });
    return service.api.withKey(String(body['key']));
  }

  const admitted = (answers: readonly ApiResponse[]) => answers.filter(({ status }) => status !== 429);

  /**
   * Sends so many requests at once with a fresh key. A burst that took a second proves nothing, because tokens have
   * come back meanwhile: it is sent again with another key.
   */
  async function burst(count: number, send: (api: Api) => Promise<ApiResponse>): Promise<ApiResponse[]> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const api = await newKey();
      const startedAt = Date.now();
      const answers = await Promise.all(Array.from({ length: count }, () => send(api)));
      if (Date.now() - startedAt < 1_000) return answers;
    }
    throw new Error(`this machine is too slow to send ${count} requests within a second`);
  }

  // A malformed request costs a token as any other does, and is answered quickest.
  const CLASSES: readonly (readonly [
    name: string,
    rate: number,
    count: number,
    send: (api: Api) => Promise<ApiResponse>,
  ])[] = [
    ['wallets', 20, 60, (api) => api.post('/wallets', {})],
    ['other', 10, 40, (api) => api.post('/webhook_endpoints', {})],
    ['reads', 200, 230, (api) => api.get('/wallets?limit=0')],
  ];

  it.each(CLASSES)('limits %s to %i requests per second on the Scale plan', async (name, rate, count, send) => {
    const answers = await burst(count, send);
    const refused = answers.filter(({ status }) => status === 429);

    expect(admitted(answers).length).toBe(rate);
    expect(refused.length).toBe(count - rate);
    for (const each of refused) {
      expectError(each, 429, 'rate_limited');
      expect(each.headers.get('retry-after')).toBe('1');
      expect(each.headers.get('ratelimit-policy')).toBe(`"${name}";q=${rate};w=1`);
      expect(each.headers.get('ratelimit')).toMatch(new RegExp(`^"${name}";r=0;t=\\d+$`));
    }
    for (const each of admitted(answers)) {
      expect(each.headers.get('retry-after')).toBeNull();
      expect(each.headers.get('ratelimit-policy')).toBe(`"${name}";q=${rate};w=1`);
    }
  });

  it('admits 100 payments at one instant and at most 200 within a second', async () => {
    const answers = await burst(230, (api) => api.post('/payments', {}));
    expect(admitted(answers).length).toBe(200);
    for (const { headers } of answers) expect(headers.get('ratelimit-policy')).toBe('"payments";q=100;w=1');
    for (const refused of answers.filter(({ status }) => status === 429)) {
      expectError(refused, 429, 'rate_limited');
      expect(refused.headers.get('retry-after')).toBe('1');
      // Of 500 burst tokens 200 are spent, and 100 come back each second.
      expect(refused.headers.get('ratelimit')).toBe('"payments";r=0;t=2');
    }
  });

  it('limits compliance checks that are not cached to 50 per second', async () => {
    // A check takes its time, and 120 of them may take more than a second: then more than 50 are admitted.
    const { answers, seconds } = await eventually(async () => {
      const api = await newKey();
      const startedAt = Date.now();
      const check = (index: number) =>
        api.post('/compliance/check', { address: newAddress(`burst ${index}`), checks: ['kyc'] });
      const answers = await Promise.all(Array.from({ length: 120 }, (_, index) => check(index)));
      const seconds = Math.floor((Date.now() - startedAt) / 1_000) + 1;
      return admitted(answers).length < answers.length && { answers, seconds };
    });
    expect(admitted(answers).length).toBeGreaterThanOrEqual(50);
    expect(admitted(answers).length).toBeLessThanOrEqual(50 * seconds);
    const refused = answers.filter(({ status }) => status === 429);
    for (const each of refused) {
      expectError(each, 429, 'rate_limited');
      expect(each.headers.get('retry-after')).toBe('1');
      expect(each.headers.get('ratelimit-policy')).toBe('"compliance";q=50;w=1');
    }
  });

  it('admits a request after the time in Retry-After', async () => {
    const api = await exhausted();
    await eventually(async () => {
      expectError(await api.post('/wallets', {}), 400, 'invalid_request', { param: 'owner' });
    });
  });

  it('counts each limit separately, per key', async () => {
    const [one, other] = [await exhausted(), await newKey()];

    expect((await other.post('/wallets', {})).headers.get('ratelimit')).toMatch(/^"wallets";r=19;/);
    expect((await one.get('/wallets?limit=0')).headers.get('ratelimit')).toMatch(/^"reads";r=199;/);
    expect((await one.post('/payments', {})).headers.get('ratelimit')).toMatch(/^"payments";r=199;/);
    expect((await one.post('/webhook_endpoints', {})).headers.get('ratelimit')).toMatch(/^"other";r=9;/);
  });

  /** A key that has just been refused a wallet. */
  function exhausted(): Promise<Api> {
    return eventually(async () => {
      const api = await newKey();
      const answers = await Promise.all(Array.from({ length: 60 }, () => api.post('/wallets', {})));
      return answers.some(({ status }) => status === 429) && api;
    });
  }

  it('does not execute a refused request or count it', async () => {
    // A machine that is busy may let them all pass, one after the other: then others are sent.
    const { name, issued } = await eventually(async () => {
      const api = await newKey();
      const name = `limited ${randomUUID()}`;
      const answers = await Promise.all(Array.from({ length: 40 }, () => api.post('/api_keys', { name })));
      const issued = answers.filter(({ status }) => status === 200).length;
      return issued < answers.length && { name, issued };
    });
    const { body } = await enterprise().get('/api_keys?limit=100');
    expect((body['data'] as { name: string | null }[]).filter((key) => key.name === name)).toHaveLength(issued);
  });

  it('admits 1,000 payments and 2,000 reads per second on the Enterprise plan', async () => {
    const api = enterprise();
    const policies = await Promise.all([api.post('/payments', {}), api.get('/payments'), api.post('/wallets', {})]);
    expect(policies.map(({ headers }) => headers.get('ratelimit-policy')).slice(0, 2)).toEqual([
      '"payments";q=1000;w=1',
      '"reads";q=2000;w=1',
    ]);
    const answers = await Promise.all(Array.from({ length: 400 }, () => api.post('/payments', {})));
    expect(admitted(answers)).toHaveLength(400);
  });

  it.each<[method: string, path: string, name: string, options: RequestOptions]>([
    ['GET', '/payments', 'reads', {}],
    ['GET', '/payments/pay_1', 'reads', {}],
    ['GET', '/treasury/balance', 'reads', {}],
    ['GET', '/events', 'reads', {}],
    ['POST', '/payments', 'payments', { body: {} }],
    ['POST', '/payments/simulate', 'other', { body: {} }],
    ['POST', '/payments/pay_1/cancel', 'other', { body: {} }],
    ['POST', '/wallets', 'wallets', { body: {} }],
    ['POST', '/wallets/bulk', 'wallets', { body: {} }],
    ['POST', '/compliance/check', 'compliance', { body: {} }],
    ['POST', '/compliance/checks/cpl_1/decision', 'other', { body: {} }],
    ['PATCH', '/treasury/settings', 'other', { body: {} }],
    ['POST', '/sandbox/faucet', 'other', { body: {} }],
    ['DELETE', '/webhook_endpoints/whe_1', 'other', {}],
  ])('%s %s counts against the limit %s, and the answer names it', async (method, path, name, options) => {
    const api = await newKey();
    const response = await api.request(method, path, options);
    const rates: Record<string, number> = { reads: 200, payments: 100, other: 10, wallets: 20, compliance: 50 };
    expect(response.headers.get('ratelimit-policy')).toBe(`"${name}";q=${String(rates[name])};w=1`);
    expect(response.headers.get('ratelimit')).toMatch(new RegExp(`^"${name}";r=\\d+;t=\\d+$`));
  });
});
