import { DEFAULT_SCOPES, SCOPES, SKIP_SCOPE } from '@stablecoin/contracts';
import { ENTERPRISE_KEY, startGateway, type TestGateway } from '../../testing/gateway';

const PLAIN_KEY = 'svc_test_4444444444444444';
const PAYMENT = { to: '0x52908400098527886E0F7030069857D2E4169EE7', amount: '10.00', compliance: 'skip' };
const WALLET = { owner: 'agent:a', chain: 'base', compliance: 'skip' };
const WALLET_ID = 'wal_01JD8Z5M3V7T9G2K4XQW6N0B1C';

let gateway: TestGateway;
beforeEach(async () => {
  const BOOTSTRAP_API_KEYS = `${PLAIN_KEY}:acme:enterprise,${ENTERPRISE_KEY}:acme:enterprise:skip`;
  gateway = await startGateway({ BOOTSTRAP_API_KEYS });
  gateway.fakes.answers.set('payment.simulate', () => ({ candidates: [], chosen: null }));
});
afterEach(() => gateway.stop());

const post = (path: string, body: object, key: string) => gateway.send('POST', `/v1/${path}`, { body, key });
const issue = (fields: object, key = ENTERPRISE_KEY) => post('api_keys', fields, key);

/** Everything that takes `compliance: skip`. */
const ways: readonly (readonly [string, object, string])[] = [
  ['payments', PAYMENT, 'compliance'],
  ['payments/simulate', PAYMENT, 'compliance'],
  ['wallets', WALLET, 'compliance'],
  ['wallets/bulk', { wallets: [{ ...WALLET, compliance: 'auto' }, WALLET] }, 'wallets[1].compliance'],
];

describe.each(ways)('compliance: skip at POST /%s', (path, body, param) => {
  it('takes the scope for it, which no key gets by default', async () => {
    const { body: child } = await issue({});
    expect(child['scopes']).toEqual(DEFAULT_SCOPES);
    for (const key of [PLAIN_KEY, String(child['key'])]) {
      const refused = await post(path, body, key);
      expect(refused.status).toBe(403);
      expect(refused.body).toMatchObject({ code: 'insufficient_scope', param });
      expect(refused.body['message']).toContain(SKIP_SCOPE);
    }
    expect((await post(path, body, ENTERPRISE_KEY)).status).toBeLessThan(300);
  });

  it('is refused to everybody while the policy always_screen is on', async () => {
    gateway.fakes.commands.length = 0;
    await gateway.send('PATCH', '/v1/policies', { body: { always_screen: true }, key: ENTERPRISE_KEY });
    const refused = await post(path, body, ENTERPRISE_KEY);
    expect(refused.body).toMatchObject({ code: 'insufficient_scope', param });
    expect(refused.body['message']).toContain('always_screen');
    expect(gateway.fakes.commands).toEqual([]);
    const off = { body: { always_screen: false }, key: ENTERPRISE_KEY };
    expect((await gateway.send('PATCH', '/v1/policies', off)).body).toMatchObject({ always_screen: false });
    expect((await post(path, body, ENTERPRISE_KEY)).status).toBeLessThan(300);
  });
});

describe('the scope to skip screening', () => {
  it('is handed on only by name, and by a key that has it', async () => {
    const named = await issue({ scopes: ['payments:write', SKIP_SCOPE] });
    expect(named.body['scopes']).toEqual(['payments:write', SKIP_SCOPE]);
    expect((await post('payments', PAYMENT, String(named.body['key']))).status).toBe(201);
    const refused = await issue({ scopes: [...SCOPES] }, PLAIN_KEY);
    expect([refused.status, refused.body['param']]).toEqual([403, 'scopes']);
  });

  it('is had by no key that is bound to wallets', async () => {
    gateway.fakes.answers.set('wallet.get', ({ id }) => ({ id, status: 'active', chain: 'base', address: '0x1' }));
    const scopes = ['payments:write', SKIP_SCOPE];
    const refused = await issue({ scopes, wallet_ids: [WALLET_ID] });
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({ code: 'insufficient_scope', param: 'scopes' });
    expect((await issue({ wallet_ids: [WALLET_ID] })).body['scopes']).not.toContain(SKIP_SCOPE);
  });
});
