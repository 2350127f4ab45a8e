import { eventually } from '@stablecoin/event-sourcing/testing';
import { clientOf, issueKey, statusWith } from '../support/api-keys';
import type { ApiResponse } from '../support/api';
import { keyOf } from '../support/accounts';
import { errorBody, EVM_RECIPIENT, expectError } from '../support/payments';
import { sendRaw } from '../support/raw-http';
import { useService } from '../support/service';

describe('Authentication', () => {
  const service = useService();
  const api = () => service.api.as('authentication');
  const key = keyOf('authentication', 'enterprise');
  const get = (authorization: string | null) =>
    service.api.get('/treasury/balance', authorization === null ? {} : { authorization });

  function expectUnauthorized(response: ApiResponse): void {
    expectError(response, 401, 'unauthorized');
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect(response.headers.get('ratelimit')).toBeNull();
    expect(response.headers.get('ratelimit-policy')).toBeNull();
  }

  it('accepts Authorization: Bearer <API_KEY>, with the scheme in any case', async () => {
    expect((await get(`Bearer ${key}`)).status).toBe(200);
    expect((await get(`bearer ${key}`)).status).toBe(200);
    expect((await get(`BEARER   ${key}`)).status).toBe(200);
  });

  it.each<[string, string | null]>([
    ['no header', null],
    ['an empty one', ''],
    ['the scheme alone', 'Bearer'],
    ['the scheme and nothing', 'Bearer '],
    ['the key alone', key],
    ['another scheme', `Basic ${Buffer.from(`${key}:`).toString('base64')}`],
    ['Token', `Token ${key}`],
    ['an unknown key', `Bearer svc_test_${'a'.repeat(43)}`],
    ['the key and more', `Bearer ${key}x`],
    ['the key and less', `Bearer ${key.slice(0, -1)}`],
    ['the key in another case', `Bearer ${key.toUpperCase()}`],
    ['the key of the other mode', `Bearer ${key.replace('svc_test_', 'svc_live_')}`],
    ['two keys', `Bearer ${key} ${key}`],
    ['two schemes', `Bearer ${key}, Bearer ${key}`],
    ['a quoted key', `Bearer "${key}"`],
    ['the prefix alone', 'Bearer svc_test_'],
    ['a key of 10,000 characters', `Bearer ${'k'.repeat(10_000)}`],
    ['an SQL injection', "Bearer ' OR '1'='1"],
    ['__proto__', 'Bearer __proto__'],
  ])('answers 401 unauthorized for an invalid or missing key: %s', async (_, authorization) => {
    expectUnauthorized(await get(authorization));
  });

  it('ignores a key in the URL or in another header', async () => {
    const answers = await Promise.all([
      service.api.get(`/treasury/balance?api_key=${key}`),
      service.api.get(`/treasury/balance?access_token=${key}`),
      service.api.get('/treasury/balance', { 'x-api-key': key }),
      service.api.get('/treasury/balance', { cookie: `authorization=Bearer ${key}` }),
    ]);
    answers.forEach(expectUnauthorized);
  });

  it('answers 400 to two Authorization headers, of which a proxy may look at either', async () => {
    const response = await sendRaw(service.api.baseUrl, [
      'GET /v1/treasury/balance HTTP/1.1',
      'Host: localhost',
      `Authorization: Bearer svc_test_${'a'.repeat(43)}`,
      `Authorization: Bearer ${key}`,
      'Connection: close',
    ]);
    expect({ status: response.status, body: response.body }).toEqual({
      status: 400,
      body: errorBody('invalid_request'),
    });
  });

  it('never shows any part of the key in the answer', async () => {
    const { text } = await get(`Bearer ${key}x`);
    expect(text).not.toContain(key.slice(9));
  });

  it('every documented operation answers 401 without a key, before it checks anything else', async () => {
    const { body: document } = await service.api.get('//openapi.json');
    const operations = Object.entries(document['paths'] as Record<string, object>).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => [method.toUpperCase(), path.replace(/\{\w+\}/, 'unknown')] as const),
    );
    // Browsers sign in with these.
    const isOpen = (path: string): boolean => /^\/v1\/sessions\/(methods|oidc)/.test(path);
    const guarded = operations.filter(([, path]) => path.startsWith('/v1/') && !isOpen(path));
    expect(guarded.length).toBeGreaterThan(35);
    for (const [method, path] of guarded) {
      const withBody = ['POST', 'PUT', 'PATCH'].includes(method) ? { rawBody: 'not even JSON' } : {};
      expectUnauthorized(await service.api.request(method, `/${path}`, withBody));
    }
  });

  it('does not read a large body without a valid key', async () => {
    const payload = { to: EVM_RECIPIENT, amount: '1.00', memo: 'x'.repeat(100_000) };
    expectUnauthorized(await service.api.withKey(null).post('/payments', payload));
  });

  it('health, the OpenAPI document and its page need no key and ignore a wrong one', async () => {
    for (const path of ['//health/live', '//health/ready', '//openapi.json', '//docs']) {
      const answers = await Promise.all([
        service.api.get(path),
        service.api.get(path, { authorization: 'Bearer nonsense' }),
        service.api.as('authentication').get(path),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    }
  });

  it('a test key pays in the sandbox, with livemode false', async () => {
    const api = service.api.as('authentication');
    const paid = await api.post('/payments', { to: EVM_RECIPIENT, amount: '1.00' });
    expect(paid.body).toMatchObject({ livemode: false, status: 'settled' });
    expect((await service.api.as('authentication', 'live').get('/treasury/balance')).body).toMatchObject({
      usdc: '0.00',
      eurc: '0.00',
    });
  });

  it('answers 401 for an expired key', async () => {
    const key = await issueKey(api(), { expires_at: new Date(Date.now() + 1_200).toISOString() });
    expect(await statusWith(service.api, key)).toBe(200);
    await eventually(async () =>
      expectError(await clientOf(service.api, key).get('/treasury/balance'), 401, 'unauthorized'),
    );
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(String(key['expires_at'])));
  });

  it('answers 401 to an address outside the allow-list of the key', async () => {
    const [elsewhere, here] = [
      await issueKey(api(), { ip_allow_list: ['203.0.113.7', '10.0.0.0/8'] }),
      await issueKey(api(), { ip_allow_list: ['0.0.0.0/0', '::/0'] }),
    ];
    expectError(await clientOf(service.api, elsewhere).get('/treasury/balance'), 401, 'unauthorized');
    expect(await statusWith(service.api, here)).toBe(200);
    const spoofed = { 'x-forwarded-for': '203.0.113.7', 'x-real-ip': '203.0.113.7', forwarded: 'for=203.0.113.7' };
    expectError(await clientOf(service.api, elsewhere).get('/treasury/balance', spoofed), 401, 'unauthorized');
  });
});
