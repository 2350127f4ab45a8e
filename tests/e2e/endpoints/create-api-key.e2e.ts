import { DEFAULT_SCOPES, SCOPES } from '@stablecoin/contracts';
import { clientOf, issueKey, newKey, pathOf, statusWith, withoutSecret } from '../support/api-keys';
import { expectError } from '../support/payments';
import { useService } from '../support/service';

const READ_ONLY = SCOPES.filter((scope) => scope.endsWith(':read'));

describe('POST /v1/api_keys', () => {
  const service = useService();
  const api = () => service.api.as('api_keys');
  const scale = () => service.api.as('api_keys', 'scale');
  const live = () => service.api.as('api_keys', 'live');
  const issue = (fields: object = {}, issuer = api()) => issueKey(issuer, fields);
  const using = (body: Record<string, unknown>) => clientOf(service.api, body);
  const statusOf = (body: Record<string, unknown>) => statusWith(service.api, body);

  it('answers 200 with the key: the prefix of its mode and 32 random bytes in base62', async () => {
    const issued = await api().post('/api_keys', {});
    expect({ status: issued.status, body: issued.body }).toEqual({
      status: 200,
      body: { ...newKey(), key: expect.stringMatching(/^svc_test_[0-9A-Za-z]{43}$/) },
    });
    expect(issued.body['last4']).toBe(String(issued.body['key']).slice(-4));
    expect(await statusOf(issued.body)).toBe(200);
  });

  it('accepts a name, a plan, scopes, an expiry and an allow-list', async () => {
    const allowList = ['127.0.0.1', '::1', '203.0.113.0/24', '2001:db8::/32'];
    const issued = await issue({
      name: 'Reporting 📈',
      plan: 'scale',
      scopes: READ_ONLY,
      expires_at: '2999-12-31T23:59:59+01:00',
      ip_allow_list: allowList,
    });
    expect(withoutSecret(issued)).toEqual(
      newKey({
        name: 'Reporting 📈',
        plan: 'scale',
        scopes: READ_ONLY,
        expires_at: '2999-12-31T22:59:59.000Z',
        ip_allow_list: allowList,
      }),
    );
    expect(await statusOf(issued)).toBe(200);
  });

  it('shows the key once: not in a read, a list, a change or a replay', async () => {
    const order = { name: 'once', idempotency_key: 'issued once' };
    const first = await issue(order);
    const [replay, read, listed, renamed] = [
      await api().post('/api_keys', order),
      await api().get(pathOf(first)),
      await api().get('/api_keys?limit=1'),
      await api().patch(pathOf(first), { name: 'still' }),
    ];
    expect(replay.body).toEqual({ ...first, key: null });
    expect(replay.headers.get('svc-idempotent-replayed')).toBe('true');
    expect(read.body).toEqual(withoutSecret(first));
    expect(listed.body['data']).toEqual([withoutSecret(first)]);
    expect(renamed.body).toEqual({ ...withoutSecret(first), name: 'still' });
    const secret = String(first['key']).slice('svc_test_'.length);
    for (const { text } of [replay, read, listed, renamed]) expect(text).not.toContain(secret);
  });

  it('issues live keys to a live key and test keys to a test key', async () => {
    const issued = await issue({}, live());
    expect(issued).toEqual({
      ...newKey({ livemode: true }),
      key: expect.stringMatching(/^svc_live_[0-9A-Za-z]{43}$/),
    });
    expectError(await api().get(pathOf(issued)), 404, 'not_found');
    expect((await live().get(pathOf(issued))).body).toEqual(withoutSecret(issued));
  });

  it.each<[string, unknown]>([
    ['name', 'x'.repeat(129)],
    ['name', 5],
    ['plan', 'free'],
    ['plan', 'Enterprise'],
    ['scopes', []],
    ['scopes', 'payments:read'],
    ['scopes[0]', ['*']],
    ['scopes[0]', ['payments']],
    ['scopes[1]', ['payments:read', 'payments:read']],
    ['expires_at', 'tomorrow'],
    ['expires_at', '2020-01-01T00:00:00Z'],
    ['expires_at', 4_102_444_800],
    ['expires_at', '2999-02-30'],
    ['ip_allow_list', []],
    ['ip_allow_list', '127.0.0.1'],
    ['ip_allow_list[0]', ['localhost']],
    ['ip_allow_list[0]', ['127.0.0.1/33']],
    ['ip_allow_list[0]', ['127.1']],
    ['ip_allow_list[0]', ['0x7f.0.0.1']],
    ['ip_allow_list[0]', ['10.0.0.0/8/8']],
    ['ip_allow_list[1]', ['::1', '::1/129']],
    ['livemode', true],
    ['account', 'tenants_a'],
    ['key', 'svc_test_mine'],
  ])('refuses a malformed %s: %j', async (param, value) => {
    const response = await api().post('/api_keys', { [param.replace(/\[.*/, '')]: value });
    expectError(response, 400, 'invalid_request', { param });
  });

  it('issues no Enterprise key to a Scale key, and uses the own plan by default', async () => {
    expectError(await scale().post('/api_keys', { plan: 'enterprise' }), 403, 'plan_required', { param: 'plan' });
    expect(await issue({}, scale())).toMatchObject({ plan: 'scale', scopes: DEFAULT_SCOPES });
  });

  it('issues no scope that the own key lacks, and uses the own scopes by default', async () => {
    const own = ['keys:write', 'keys:read', 'payments:read'];
    const limited = using(await issue({ scopes: own }));
    expect(await issue({}, limited)).toMatchObject({ plan: 'enterprise', scopes: own });
    expect(await issue({ scopes: ['payments:read'] }, limited)).toMatchObject({ scopes: ['payments:read'] });
    for (const scopes of [['payments:write'], ['payments:read', 'treasury:write'], SCOPES]) {
      expectError(await limited.post('/api_keys', { scopes }), 403, 'insufficient_scope', { param: 'scopes' });
    }
  });

  it('passes on the own expiry and allow-list, and does not rotate a key without them', async () => {
    const limits = { expires_at: '2999-12-31T00:00:00.000Z', ip_allow_list: ['127.0.0.0/8', '::1'] };
    const [permanent, own] = [await issue(), await issue(limits)];
    const limited = using(own);
    expect(await issue({}, limited)).toMatchObject(limits);
    expect(await issue({ ip_allow_list: ['127.0.0.1'] }, limited)).toMatchObject({ ip_allow_list: ['127.0.0.1'] });
    for (const [param, value] of [
      ['expires_at', '3000-01-01'],
      ['ip_allow_list', ['127.0.0.1', '0.0.0.0/0']],
    ] as const) {
      expectError(await limited.post('/api_keys', { [param]: value }), 403, 'insufficient_scope', { param });
    }
    const rotated = await limited.post(`${pathOf(permanent)}/rotate`);
    expectError(rotated, 403, 'insufficient_scope', { param: 'expires_at' });
    expect((await limited.post(`${pathOf(own)}/rotate`)).body).toMatchObject(limits);
  });
});
