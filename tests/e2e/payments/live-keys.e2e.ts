import { randomUUID } from 'node:crypto';
import type { Api } from '../support/api';
import { EVM_RECIPIENT, expectError, SOLANA_RECIPIENT, TIME } from '../support/payments';
import { useService } from '../support/service';

const service = useService();
let live: Api;

beforeAll(() => {
  live = service.api.as('live', 'live');
});

const order = { to: EVM_RECIPIENT, amount: '1.00' };
const EMPTY = { data: [], has_more: false, next_cursor: null };

describe('Live keys, while no chain is configured', () => {
  it.each([
    ['on auto', order],
    ['on base', { ...order, chain: 'base' }],
    ['on ethereum', { ...order, chain: 'ethereum' }],
    ['on solana', { to: SOLANA_RECIPIENT, amount: '1.00', chain: 'solana' }],
    ['unscreened', { ...order, compliance: 'skip' }],
  ])('a payment %s is 422 chain_unavailable before anything else happens', async (_, body) => {
    expectError(await live.post('/payments', body), 422, 'chain_unavailable', { param: 'chain' });
    expectError(await live.post('/payments/simulate', body), 422, 'chain_unavailable', { param: 'chain' });
    expect((await live.get('/payments')).body).toEqual(EMPTY);
    expect((await live.get('/events')).body).toEqual(EMPTY);
  });

  it('the key of a refused payment stays free', async () => {
    const idempotency_key = randomUUID();
    for (const amount of ['1.00', '2.00', '1.00']) {
      const response = await live.post('/payments', { ...order, amount, idempotency_key });
      expectError(response, 422, 'chain_unavailable', { param: 'chain' });
      expect(response.headers.get('svc-idempotent-replayed')).toBeNull();
    }
  });

  it('a payment from a wallet is 422 chain_unavailable and says why, whether there is such a wallet or not', async () => {
    const response = await live.post('/payments', { ...order, from: 'wal_00000000000000000000000000' });
    expectError(response, 422, 'chain_unavailable', { param: 'chain' });
  });

  it('a wallet, and each of many, is refused as chain_unavailable and says why: there never is one that is only a key of ours', async () => {
    for (const [chain, message] of [
      ['base', /not available on base/],
      ['solana', /not available on solana/],
    ] as const) {
      const wallet = { owner: 'agent:live', chain };
      const says = expect.stringMatching(message) as string;
      expectError(await live.post('/wallets', wallet), 422, 'chain_unavailable', { param: 'chain', message: says });
      const { status, body } = await live.post('/wallets/bulk', { wallets: [wallet, wallet] });
      const refused = { error: { code: 'chain_unavailable', message: says, retryable: false } };
      expect([status, body]).toEqual([200, { data: [refused, refused] }]);
    }
    expect((await live.get('/wallets')).body).toEqual(EMPTY);
  });

  it('what is malformed is 400 all the same', async () => {
    expectError(await live.post('/payments', { ...order, amount: 1 }), 400, 'invalid_request', { param: 'amount' });
    expectError(await live.post('/wallets', { owner: 'nobody', chain: 'base' }), 400, 'invalid_request', {
      param: 'owner',
    });
  });

  it('screening fails closed without a provider: a check is 500 internal_error', async () => {
    const response = await live.post('/compliance/check', { address: EVM_RECIPIENT, country_code: 'DE' });
    expectError(response, 500, 'internal_error', { retryable: false });
  });

  it('the treasury holds nothing', async () => {
    const none = { usdc: '0.00', eurc: '0.00' };
    const chains = { base: none, ethereum: none, solana: none };
    expect((await live.get('/treasury/balance')).body).toEqual({
      ...none,
      chains: { base: '0.00', ethereum: '0.00', solana: '0.00' },
      available: chains,
      reserved: chains,
      held: chains,
      as_of: TIME,
    });
  });
});

describe('Sandbox', () => {
  it('sandbox-only controls answer 404 not_found to live keys', async () => {
    expectError(await live.post('/sandbox/faucet', { chain: 'base', amount: '1.00' }), 404, 'not_found');
  });

  it.each<[what: string, options: Parameters<Api['request']>[2]]>([
    ['without a body', {}],
    ['with an empty one', { body: {} }],
    ['with a malformed field', { body: { chain: 'base', amount: 1 } }],
    ['with an unknown field', { body: { chain: 'base', amount: '1.00', to: 'me' } }],
    ['with a body that is not JSON', { rawBody: '{' }],
    ['with a wallet that does not exist', { body: { chain: 'base', amount: '1.00', wallet: 'wal_1' } }],
    ['with an idempotency key that is too long', { body: {}, headers: { 'idempotency-key': 'k'.repeat(256) } }],
  ])('whatever the request says: %s', async (_, options) => {
    const refused = await live.request('POST', '/sandbox/faucet', options);
    expectError(refused, 404, 'not_found');
    // The same for each of them, so that nothing is learned about what is not there.
    const usual = await live.post('/sandbox/faucet', { chain: 'base', amount: '1.00' });
    expect(refused.body['message']).toBe(usual.body['message']);
    expectError(await live.request('POST', '/sandbox/faucet?chain=base', options), 404, 'not_found');
  });

  it('magic recipients and amounts mean nothing in live mode', async () => {
    for (const body of [
      { to: '0x000000000000000000000000000000000000d001', amount: '1.00' },
      { ...order, amount: '1.000101' },
    ]) {
      expectError(await live.post('/payments', body), 422, 'chain_unavailable', { param: 'chain' });
    }
  });
});
