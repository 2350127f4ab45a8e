import { hash, randomUUID } from 'node:crypto';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { ENTERPRISE_KEY, LIVE_KEY, OTHER_KEY, TEST_KEY, startGateway, type TestGateway } from '../../testing/gateway';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
  gateway.fakes.answers.set('treasury.balance', () => ({ usdc: '1.00' }));
});
afterAll(() => gateway.stop());

const issue = async (body: object = {}, key = TEST_KEY): Promise<{ readonly id: string; readonly key: string }> => {
  const answer = await gateway.send('POST', '/v1/api_keys', { body, key });
  expect(answer.status).toBe(200);
  return { id: String(answer.body['id']), key: String(answer.body['key']) };
};
const use = (key: string) => gateway.send('GET', '/v1/treasury/balance', { key });

describe('Authentication', () => {
  it.each([
    ['no header', null, {}],
    ['an empty one', null, { authorization: '' }],
    ['another scheme', null, { authorization: `Basic ${TEST_KEY}` }],
    ['no scheme', null, { authorization: TEST_KEY }],
    ['a key that does not exist', 'svc_test_9999999999999999', {}],
    ['a key in another case', TEST_KEY.toUpperCase(), {}],
    ['a key with something behind it', `${TEST_KEY} x`, {}],
  ])('%s is 401 unauthorized', async (_, key, headers) => {
    const answer = await gateway.send('GET', '/v1/treasury/balance', { key, headers });
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
    expect(answer.body).toMatchObject({ code: 'unauthorized', retryable: false });
  });

  it('the scheme is written in any case', async () => {
    const headers = { authorization: `bearer ${TEST_KEY}` };
    expect((await gateway.send('GET', '/v1/treasury/balance', { key: null, headers })).status).toBe(200);
  });
});

describe('API keys', () => {
  it('svc_test_ and 32 random bytes in base62, shown once; the new key works at once', async () => {
    const { status, body } = await gateway.send('POST', '/v1/api_keys', { body: { name: 'ci' } });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(/^key_/) as unknown,
      name: 'ci',
      plan: 'scale',
      scopes: expect.arrayContaining(['payments:write', 'keys:write']) as unknown,
      livemode: false,
      last4: String(body['key']).slice(-4),
      expires_at: null,
      ip_allow_list: null,
      wallet_ids: null,
      created_at: expect.stringMatching(/Z$/) as unknown,
      last_used_at: null,
      revoked_at: null,
      key: expect.stringMatching(/^svc_test_[0-9A-Za-z]{43}$/) as unknown,
    });
    expect((await use(String(body['key']))).status).toBe(200);
    const shown = await gateway.send('GET', `/v1/api_keys/${String(body['id'])}`);
    expect(shown.body).not.toHaveProperty('key');
  });

  it('never stores a key, only its SHA-256', async () => {
    const { key } = await issue();
    const events = await gateway.events();
    expect(events.length).toBeGreaterThan(4);
    expect(JSON.stringify(events)).not.toContain(key);
  });

  it('a replay shows null in place of the key', async () => {
    const body = { name: 'once', idempotency_key: 'make a key' };
    const first = await gateway.send('POST', '/v1/api_keys', { body });
    const second = await gateway.send('POST', '/v1/api_keys', { body });
    expect(second.headers['svc-idempotent-replayed']).toBe('true');
    expect(second.body).toEqual({ ...first.body, key: null, last_used_at: second.body['last_used_at'] });
  });

  it('a revoked key is refused at once where it was revoked; revoking again is the same', async () => {
    const { id, key } = await issue();
    expect((await use(key)).status).toBe(200);
    for (let i = 0; i < 2; i++) {
      const revoked = await gateway.send('DELETE', `/v1/api_keys/${id}`);
      expect([revoked.status, revoked.body]).toEqual([200, { id, deleted: true }]);
    }
    expect((await use(key)).body).toMatchObject({ code: 'unauthorized' });
    const { body } = await gateway.send('GET', `/v1/api_keys/${id}`);
    expect(body['revoked_at']).toEqual(expect.stringMatching(/Z$/));
    const rotated = await gateway.send('POST', `/v1/api_keys/${id}/rotate`);
    expect([rotated.status, rotated.body['code']]).toEqual([409, 'invalid_state']);
  });

  it('rotate gives the key a new secret, shown once, and the one before is void', async () => {
    const { id, key } = await issue();
    expect((await use(key)).status).toBe(200);
    const { status, body } = await gateway.send('POST', `/v1/api_keys/${id}/rotate`, { body: {} });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, last4: String(body['key']).slice(-4) });
    expect((await use(key)).status).toBe(401);
    expect((await use(String(body['key']))).status).toBe(200);
  });

  it('the name can be changed, also to none and to the one that it has', async () => {
    const { id } = await issue({ name: 'before' });
    for (const name of ['after', 'after', null]) {
      const { status, body } = await gateway.send('PATCH', `/v1/api_keys/${id}`, { body: { name } });
      expect([status, body['name']]).toEqual([200, name]);
    }
    expect((await gateway.send('PATCH', `/v1/api_keys/${id}`, { body: {} })).status).toBe(400);
    expect((await gateway.send('PATCH', `/v1/api_keys/${id}`, { body: { plan: 'enterprise' } })).status).toBe(400);
  });

  it('403 insufficient_scope without the scope that an endpoint takes', async () => {
    const { key } = await issue({ scopes: ['payments:read'] });
    const { status, body } = await use(key);
    expect([status, body['code']]).toEqual([403, 'insufficient_scope']);
    gateway.fakes.answers.set('payment.list', () => ({ data: [], has_more: false, next_cursor: null }));
    expect((await gateway.send('GET', '/v1/payments', { key })).status).toBe(200);
  });

  it('a key of an earlier version keeps approvals and events, and hands them on; a new one has what it asks for', async () => {
    const secret = 'svc_test_earlier000000000';
    const mark = { hash: hash('sha256', secret, 'hex'), last4: secret.slice(-4) };
    const scopes = ['wallets:write', 'keys:write', 'webhooks:read'];
    const key = { keyId: 'key_earlier', name: null, plan: 'scale', scopes, expiresAt: null, ipAllowList: null };
    const metadata = { commandId: 'earlier', at: 1, correlationId: 'earlier', account: 'acme', livemode: false };
    const data = { ...key, ...mark, issuedAt: 1 };
    const event = { id: randomUUID(), type: 'ApiKeyIssued', data, metadata };
    await gateway.runtime.store.append(`api_key-${mark.hash}`, 'none', [event]);
    const handedOn = await eventually(async () => {
      const { status, body } = await gateway.send('POST', '/v1/api_keys', { key: secret, body: {} });
      expect(status).toBe(200);
      return body;
    });
    const kept = ['wallets:write', 'approvals:write', 'keys:write', 'webhooks:read', 'events:read'];
    expect(handedOn['scopes']).toEqual(kept);
    const asked = await gateway.send('POST', '/v1/api_keys', { key: secret, body: { scopes } });
    expect(asked.body['scopes']).toEqual(scopes);
  });

  it('keys issue nothing above their own plan or scopes, and rotating shows no stronger key', async () => {
    const above = await gateway.send('POST', '/v1/api_keys', { body: { plan: 'enterprise' } });
    expect([above.status, above.body['code']]).toEqual([403, 'plan_required']);
    const weak = await issue({ scopes: ['keys:write', 'payments:read'] });
    const wider = await gateway.send('POST', '/v1/api_keys', { key: weak.key, body: { scopes: ['payments:write'] } });
    expect([wider.status, wider.body['code']]).toEqual([403, 'insufficient_scope']);
    const same = await gateway.send('POST', '/v1/api_keys', { key: weak.key, body: {} });
    expect(same.body['scopes']).toEqual(['keys:write', 'payments:read']);
    const strong = await issue();
    const rotated = await gateway.send('POST', `/v1/api_keys/${strong.id}/rotate`, { key: weak.key });
    expect([rotated.status, rotated.body['code']]).toEqual([403, 'insufficient_scope']);
    const enterprise = await issue({}, ENTERPRISE_KEY);
    const raised = await gateway.send('POST', `/v1/api_keys/${enterprise.id}/rotate`);
    expect([raised.status, raised.body['code']]).toEqual([403, 'plan_required']);
  });

  it('a key with an expiry or an allow-list issues none that lasts longer or is used from elsewhere', async () => {
    const [expires_at, ip_allow_list] = ['2090-01-01T00:00:00.000Z', ['127.0.0.0/8', '2001:db8::/32']];
    const limited = await issue({ expires_at, ip_allow_list });
    const by = (body: object) => gateway.send('POST', '/v1/api_keys', { key: limited.key, body });
    for (const body of [{}, { expires_at: null, ip_allow_list: null }]) {
      expect(await by(body)).toMatchObject({ status: 200, body: { expires_at, ip_allow_list } });
    }
    const narrower = { expires_at: '2089-12-31T00:00:00.000Z', ip_allow_list: ['127.0.0.1', '::ffff:127.1.0.0/112'] };
    expect(await by(narrower)).toMatchObject({ status: 200, body: narrower });
    for (const [param, wider] of [
      ['expires_at', '2090-01-01T00:00:00.001Z'],
      ['ip_allow_list', ['127.0.0.1', '10.0.0.1']],
      ['ip_allow_list', ['0.0.0.0/0']],
      ['ip_allow_list', ['2001:db8::/31']],
      ['ip_allow_list', ['::/0']],
      ['ip_allow_list', ['::ffff:0:0/96']],
    ] as const) {
      const { status, body } = await by({ [param]: wider });
      expect([wider, status, body]).toEqual([
        wider,
        403,
        expect.objectContaining({
          code: 'insufficient_scope',
          param,
          message: expect.stringContaining(param) as unknown,
        }),
      ]);
    }
  });

  it('a key with an expiry or an allow-list rotates no wider key: it would be shown the secret', async () => {
    const [expires_at, ip_allow_list] = ['2090-01-01T00:00:00.000Z', ['127.0.0.1']];
    const limited = await issue({ expires_at, ip_allow_list });
    for (const [param, target] of [
      ['expires_at', await issue({ ip_allow_list })],
      ['expires_at', await issue({ expires_at: '2091-01-01', ip_allow_list })],
      ['ip_allow_list', await issue({ expires_at })],
      ['ip_allow_list', await issue({ expires_at, ip_allow_list: ['127.0.0.0/8'] })],
    ] as const) {
      const { status, body } = await gateway.send('POST', `/v1/api_keys/${target.id}/rotate`, { key: limited.key });
      expect([status, body['code'], body['param']]).toEqual([403, 'insufficient_scope', param]);
      expect((await use(target.key)).status).toBe(200);
    }
    const own = await gateway.send('POST', `/v1/api_keys/${limited.id}/rotate`, { key: limited.key });
    expect(own).toMatchObject({ status: 200, body: { expires_at, ip_allow_list } });
  });

  it('keys manage their own account and mode: all else is 404', async () => {
    const { id } = await issue();
    for (const key of [OTHER_KEY, LIVE_KEY]) {
      for (const [method, path] of [
        ['GET', `/v1/api_keys/${id}`],
        ['DELETE', `/v1/api_keys/${id}`],
        ['POST', `/v1/api_keys/${id}/rotate`],
      ] as const) {
        expect((await gateway.send(method, path, { key })).status).toBe(404);
      }
      const rename = await gateway.send('PATCH', `/v1/api_keys/${id}`, { key, body: { name: 'mine' } });
      expect(rename.status).toBe(404);
    }
    const live = await gateway.send('POST', '/v1/api_keys', { key: LIVE_KEY, body: {} });
    expect(live.body).toMatchObject({ livemode: true, key: expect.stringMatching(/^svc_live_/) as unknown });
  });

  it('an expired key is 401', async () => {
    const expires_at = new Date(Date.now() + 2_000).toISOString();
    const { key } = await issue({ expires_at });
    expect((await use(key)).status).toBe(200);
    await eventually(async () => (await use(key)).status === 401);
    const past = await gateway.send('POST', '/v1/api_keys', { body: { expires_at: '2020-01-01T00:00:00Z' } });
    expect([past.status, past.body['param']]).toEqual([400, 'expires_at']);
  });

  it('a key with an IP allow-list is 401 from elsewhere', async () => {
    const inside = await issue({ ip_allow_list: ['10.0.0.0/8', '127.0.0.1'] });
    expect((await use(inside.key)).status).toBe(200);
    const outside = await issue({ ip_allow_list: ['192.0.2.0/24'] });
    const { status, body } = await use(outside.key);
    expect([status, body['code']]).toEqual([401, 'unauthorized']);
    // Without a proxy that is trusted, nobody is believed about where they come from.
    const headers = { 'x-forwarded-for': '192.0.2.7', authorization: `Bearer ${outside.key}` };
    expect((await gateway.send('GET', '/v1/treasury/balance', { key: null, headers })).status).toBe(401);
  });

  it.each([
    [{ scopes: ['payments:all'] }, 'scopes[0]'],
    [{ scopes: [] }, 'scopes'],
    [{ scopes: ['keys:read', 'keys:read'] }, 'scopes[1]'],
    [{ plan: 'free' }, 'plan'],
    [{ name: 'x'.repeat(129) }, 'name'],
    [{ expires_at: 'tomorrow' }, 'expires_at'],
    [{ ip_allow_list: ['10.0.0.1', '127.1'] }, 'ip_allow_list[1]'],
    [{ ip_allow_list: ['10.0.0.0/33'] }, 'ip_allow_list[0]'],
    [{ ip_allow_list: 'any' }, 'ip_allow_list'],
    [{ account: 'other' }, 'account'],
    [{ livemode: true }, 'livemode'],
  ])('%j is 400 for %s', async (body, param) => {
    const answer = await gateway.send('POST', '/v1/api_keys', { body });
    expect([answer.status, answer.body['param']]).toEqual([400, param]);
  });

  it('lists the newest first, page by page', async () => {
    const own = await startGateway({ BOOTSTRAP_API_KEYS: `${TEST_KEY}:acme:scale` });
    try {
      const ids: unknown[] = [];
      for (let i = 0; i < 4; i++) ids.unshift((await own.send('POST', '/v1/api_keys', { body: {} })).body['id']);
      const first = await own.send('GET', '/v1/api_keys?limit=3');
      const page = first.body['data'] as { readonly id: string }[];
      expect(page.map(({ id }) => id)).toEqual(ids.slice(0, 3));
      expect(first.body).toMatchObject({ has_more: true, next_cursor: ids[2] });
      const second = await own.send('GET', `/v1/api_keys?limit=3&starting_after=${String(ids[2])}`);
      expect(second.body).toMatchObject({ has_more: false, next_cursor: null });
      expect((second.body['data'] as { readonly id: string }[]).map(({ id }) => id)[0]).toBe(ids[3]);
    } finally {
      await own.stop();
    }
  });

  it('last_used_at follows within seconds', async () => {
    const { id, key } = await issue();
    await use(key);
    await eventually(async () => {
      const { body } = await gateway.send('GET', `/v1/api_keys/${id}`);
      return body['last_used_at'] !== null;
    });
  });
});
