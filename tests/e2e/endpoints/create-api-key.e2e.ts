import { SCOPES, type ApiKey, type Page } from '@stablecoin/contracts';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { without } from '../support/api';
import { expectError, idOf, TIME } from '../support/payments';
import { useService } from '../support/service';

const UNKNOWN = '/api_keys/key_01JD8Z5M3V7T9G2K4XQW6N0B1C';
const READ_ONLY = SCOPES.filter((scope) => scope.endsWith(':read'));

describe('API decisions: /api_keys', () => {
  const service = useService();
  const api = () => service.api.as('api_keys');
  const scale = () => service.api.as('api_keys', 'scale');
  const live = () => service.api.as('api_keys', 'live');

  const issue = async (fields: object = {}, issuer = api()) => (await issuer.post('/api_keys', fields)).body;
  const using = (body: Record<string, unknown>) => service.api.withKey(String(body['key']));
  const pathOf = ({ id }: Record<string, unknown>) => `/api_keys/${String(id)}`;
  const works = async (body: Record<string, unknown>) => (await using(body).get('/treasury/balance')).status;
  const withoutSecret = (body: Record<string, unknown>) => without(body, 'key');

  const newKey = (fields: object = {}) => ({
    id: idOf('key'),
    name: null,
    plan: 'enterprise',
    scopes: SCOPES,
    livemode: false,
    last4: expect.stringMatching(/^[0-9A-Za-z]{4}$/),
    expires_at: null,
    ip_allow_list: null,
    created_at: TIME,
    last_used_at: null,
    revoked_at: null,
    ...fields,
  });

  describe('POST /api_keys', () => {
    it('answers 200 with the key: the prefix of its mode and 32 random bytes in base62', async () => {
      const issued = await api().post('/api_keys', {});
      expect({ status: issued.status, body: issued.body }).toEqual({
        status: 200,
        body: { ...newKey(), key: expect.stringMatching(/^svc_test_[0-9A-Za-z]{43}$/) },
      });
      expect(issued.body['last4']).toBe(String(issued.body['key']).slice(-4));
      expect(await works(issued.body)).toBe(200);
    });

    it('takes name, plan, scopes, expiry and allow-list', async () => {
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
      expect(await works(issued)).toBe(200);
    });

    it('is shown once: neither read, list, change nor replay shows it', async () => {
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

    it('a live key issues live keys, and a test key test keys', async () => {
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
  });

  describe('nothing above the own plan, scopes, expiry or allow-list', () => {
    it('a Scale key issues no Enterprise key, and by default its own plan', async () => {
      expectError(await scale().post('/api_keys', { plan: 'enterprise' }), 403, 'plan_required', { param: 'plan' });
      expect(await issue({}, scale())).toMatchObject({ plan: 'scale', scopes: SCOPES });
    });

    it('a key without a scope issues no key that has it, and by default its own scopes', async () => {
      const own = ['keys:write', 'keys:read', 'payments:read'];
      const limited = using(await issue({ scopes: own }));
      expect(await issue({}, limited)).toMatchObject({ plan: 'enterprise', scopes: own });
      expect(await issue({ scopes: ['payments:read'] }, limited)).toMatchObject({ scopes: ['payments:read'] });
      for (const scopes of [['payments:write'], ['payments:read', 'treasury:write'], SCOPES]) {
        expectError(await limited.post('/api_keys', { scopes }), 403, 'insufficient_scope', { param: 'scopes' });
      }
    });

    it('and rotates none either, because it would be shown the secret', async () => {
      const [enterprise, scopes] = [await issue(), await issue({ plan: 'scale' })];
      const limited = using(await issue({ plan: 'scale', scopes: ['keys:write'] }));
      expectError(await limited.post(`${pathOf(enterprise)}/rotate`), 403, 'plan_required', { param: 'plan' });
      expectError(await limited.post(`${pathOf(scopes)}/rotate`), 403, 'insufficient_scope', { param: 'scopes' });
      expect([await works(enterprise), await works(scopes)]).toEqual([200, 200]);
    });

    it('a key with an expiry and an allow-list hands both on, and shows the secret of no key without them', async () => {
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

  describe('DELETE /api_keys/:id', () => {
    it('revokes: soon the key is 401, and it stays in the list', async () => {
      const key = await issue({ name: 'leaked' });
      expect(await works(key)).toBe(200);
      const deleted = await api().delete(pathOf(key));
      expect({ status: deleted.status, body: deleted.body }).toEqual({
        status: 200,
        body: { id: key['id'], deleted: true },
      });

      await eventually(async () => expectError(await using(key).get('/treasury/balance'), 401, 'unauthorized'));
      const { body } = await api().get(pathOf(key));
      expect(body).toEqual({ ...withoutSecret(key), revoked_at: TIME, last_used_at: body['last_used_at'] });
      expect((await api().delete(pathOf(key))).body).toEqual(deleted.body);
      expect((await api().get(pathOf(key))).body).toMatchObject({ revoked_at: body['revoked_at'] });
    });

    it('a key may revoke itself', async () => {
      const key = await issue();
      expect((await using(key).delete(pathOf(key))).status).toBe(200);
      await eventually(async () => expect(await works(key)).toBe(401));
    });
  });

  describe('POST /api_keys/:id/rotate', () => {
    it('shows a new secret, and soon the one before is 401', async () => {
      const key = await issue({ name: 'Rotated', scopes: ['treasury:read', 'keys:write'] });
      expect(await works(key)).toBe(200);
      const rotated = await api().post(`${pathOf(key)}/rotate`);
      expect({ status: rotated.status, body: rotated.body }).toEqual({
        status: 200,
        body: {
          ...key,
          key: expect.stringMatching(/^svc_test_[0-9A-Za-z]{43}$/),
          last4: String(rotated.body['key']).slice(-4),
          last_used_at: rotated.body['last_used_at'],
        },
      });
      expect(rotated.body['key']).not.toBe(key['key']);

      expect(await works(rotated.body)).toBe(200);
      await eventually(async () => expect(await works(key)).toBe(401));
    });

    it('a key may rotate itself, and a replay shows null and rotates nothing', async () => {
      const key = await issue();
      const path = `${pathOf(key)}/rotate`;
      const { body: first } = await using(key).post(path, { idempotency_key: `rotated ${String(key['id'])}` });
      const replay = await using(first).post(path, { idempotency_key: `rotated ${String(key['id'])}` });
      expect(replay.body).toEqual({ ...first, key: null, last_used_at: replay.body['last_used_at'] });
      expect(replay.headers.get('svc-idempotent-replayed')).toBe('true');
      expect(await works(first)).toBe(200);
    });

    it('a revoked key stays revoked: 409 invalid_state', async () => {
      const key = await issue();
      await api().delete(pathOf(key));
      expectError(await api().post(`${pathOf(key)}/rotate`), 409, 'invalid_state');
    });
  });

  describe('PATCH, GET and list', () => {
    it('the name is all that can be changed', async () => {
      const key = await issue({ name: 'before' });
      const renamed = await api().patch(pathOf(key), { name: 'after' });
      expect({ status: renamed.status, body: renamed.body }).toEqual({
        status: 200,
        body: { ...withoutSecret(key), name: 'after' },
      });
      expect((await api().patch(pathOf(key), { name: null })).body).toMatchObject({ name: null });
      for (const [param, body] of [
        ['name', {}],
        ['name', { name: 7 }],
        ['scopes', { scopes: SCOPES }],
        ['plan', { name: 'x', plan: 'enterprise' }],
        ['expires_at', { expires_at: null }],
      ] as const) {
        expectError(await api().patch(pathOf(key), body), 400, 'invalid_request', { param });
      }
    });

    it('lists the newest first, revoked ones included, page by page', async () => {
      const made = [await issue(), await issue(), await issue()].map(withoutSecret).toReversed();
      const list = async (query: string) => (await api().get(`/api_keys?${query}`)).body as unknown as Page<ApiKey>;
      const first = await list('limit=2');
      expect(first).toEqual({ data: made.slice(0, 2), has_more: true, next_cursor: made[1]?.['id'] });
      expect((await list(`limit=1&starting_after=${String(first.next_cursor)}`)).data).toEqual(made.slice(2));
      expectError(await api().get('/api_keys?starting_after=key_1'), 400, 'invalid_request', {
        param: 'starting_after',
      });
      expectError(await api().get('/api_keys?plan=scale'), 400, 'invalid_request', { param: 'plan' });
    });

    it('last_used_at follows within seconds', async () => {
      const key = await issue();
      await using(key).get('/treasury/balance');
      await eventually(async () => {
        const { body } = await api().get(pathOf(key));
        expect(body).toEqual({ ...withoutSecret(key), last_used_at: TIME });
      });
    });

    it('what there is not is 404', async () => {
      const answers = await Promise.all([
        api().get(UNKNOWN),
        api().patch(UNKNOWN, { name: 'x' }),
        api().delete(UNKNOWN),
        api().post(`${UNKNOWN}/rotate`),
      ]);
      for (const each of answers) expectError(each, 404, 'not_found');
    });
  });

  it('an expired key is 401', async () => {
    const key = await issue({ expires_at: new Date(Date.now() + 1_200).toISOString() });
    expect(await works(key)).toBe(200);
    await eventually(async () => expectError(await using(key).get('/treasury/balance'), 401, 'unauthorized'));
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(String(key['expires_at'])));
  });

  it('a key is 401 from an address outside its allow-list', async () => {
    const [elsewhere, here] = [
      await issue({ ip_allow_list: ['203.0.113.7', '10.0.0.0/8'] }),
      await issue({ ip_allow_list: ['0.0.0.0/0', '::/0'] }),
    ];
    expectError(await using(elsewhere).get('/treasury/balance'), 401, 'unauthorized');
    expect(await works(here)).toBe(200);
    const spoofed = { 'x-forwarded-for': '203.0.113.7', 'x-real-ip': '203.0.113.7', forwarded: 'for=203.0.113.7' };
    expectError(await using(elsewhere).get('/treasury/balance', spoofed), 401, 'unauthorized');
  });
});
