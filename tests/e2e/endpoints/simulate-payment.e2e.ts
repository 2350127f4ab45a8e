import type { Api } from '../support/api';
import { EVM_RECIPIENT, expectError, fundedWallet, idOf, SANCTIONED, SOLANA_RECIPIENT } from '../support/payments';
import { useService } from '../support/service';

const service = useService();
let api: Api;

beforeAll(() => {
  api = service.api.as('simulate');
});

const simulate = (order: Readonly<Record<string, unknown>>, from: Api = api) => from.post('/payments/simulate', order);

const OPENING = '1000000.00';
const evm = { to: EVM_RECIPIENT, amount: '1.00' };
/** What is expected of a chain; what is the same for every chain is left to the defaults. */
const candidate = (chain: string, verdict = 'ok', fields: Readonly<Record<string, unknown>> = {}) => ({
  chain,
  verdict,
  reason: expect.stringMatching(/./),
  fee: '0.00',
  settlement_ms: { base: 2_000, ethereum: 12_000, solana: 400 }[chain],
  balance: OPENING,
  ...fields,
});

describe('POST /v1/payments/simulate', () => {
  it('answers every chain with fee, latency, balance, verdict and reason, and the chosen one', async () => {
    const response = await simulate(evm);
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      candidates: [candidate('base'), candidate('ethereum'), candidate('solana', 'chain_unavailable')],
      chosen: 'base',
      rules: null,
    });
    expect(response.headers.get('svc-request-id')).toEqual(idOf('req'));
  });

  it.each([
    [{ to: SOLANA_RECIPIENT, amount: '1.00' }, 'solana', { solana: 'ok' }],
    [{ ...evm, chain: 'ethereum' }, 'ethereum', { ethereum: 'ok' }],
    [{ ...evm, currency: 'EURC' }, 'base', { base: 'ok', ethereum: 'ok' }],
    [{ ...evm, amount: '1.000301' }, 'ethereum', { ethereum: 'ok' }],
    [{ ...evm, amount: '1.000301', chain: 'ethereum' }, null, {}],
    [{ ...evm, amount: '1.000302' }, null, {}],
    [{ ...evm, amount: '1.000203' }, null, { base: 'recipient_blocklisted', ethereum: 'recipient_blocklisted' }],
    [{ ...evm, amount: '1.000204' }, null, { base: 'insufficient_gas', ethereum: 'insufficient_gas' }],
    // What only the chain itself finds out cannot be told beforehand.
    [{ ...evm, amount: '1.000201' }, 'base', { base: 'ok', ethereum: 'ok' }],
  ])('chooses the chain for %j: %s', async (order, chosen, verdicts: Readonly<Record<string, string>>) => {
    const { body } = await simulate(order);
    expect(body).toEqual({
      candidates: expect.arrayContaining(
        ['base', 'ethereum', 'solana'].map((chain) => candidate(chain, verdicts[chain] ?? 'chain_unavailable')),
      ),
      chosen,
      rules: null,
    });
    expect(body['candidates']).toHaveLength(3);
  });

  it('lists the chosen chain first and chains that are down last', async () => {
    const { body } = await simulate({ ...evm, amount: '1.000301' });
    expect(body).toMatchObject({ candidates: [{ chain: 'ethereum' }, { chain: 'base' }, { chain: 'solana' }] });
  });

  it('says when no chain holds enough', async () => {
    const account = service.api.as('simulate_low');
    await account.post('/payments', { to: EVM_RECIPIENT, amount: '600000.00', currency: 'EURC', chain: 'base' });
    const balance = async (chain: 'base' | 'ethereum' | 'solana') => {
      const { available } = (await account.get('/treasury/balance')).body as never as {
        available: Record<string, { eurc: string }>;
      };
      return available[chain]?.eurc;
    };
    const order = { ...evm, amount: '600000.00', currency: 'EURC' };
    const low = { balance: await balance('base') };
    expect((await simulate({ ...order, chain: 'base' }, account)).body).toEqual({
      candidates: [
        candidate('base', 'insufficient_balance', low),
        candidate('ethereum', 'chain_unavailable'),
        candidate('solana', 'chain_unavailable'),
      ],
      chosen: null,
      rules: null,
    });
    expect((await simulate(order, account)).body).toEqual({
      candidates: [
        candidate('base', 'insufficient_balance', low),
        candidate('ethereum'),
        candidate('solana', 'chain_unavailable'),
      ],
      chosen: 'ethereum',
      rules: null,
    });
  });

  it('uses the chain and balance of the wallet in from', async () => {
    const { id: from } = await fundedWallet(api, { chain: 'ethereum', usdc: '2.00' });
    expect((await simulate({ ...evm, from })).body).toEqual({
      candidates: expect.arrayContaining([
        candidate('ethereum', 'ok', { balance: '2.00' }),
        candidate('base', 'chain_unavailable', { balance: '0.00' }),
        candidate('solana', 'chain_unavailable', { balance: '0.00' }),
      ]),
      chosen: 'ethereum',
      rules: null,
    });
    expect((await simulate({ ...evm, from, amount: '2.01' })).body).toMatchObject({
      candidates: [{ chain: 'ethereum', verdict: 'insufficient_balance', balance: '2.00' }, {}, {}],
      chosen: null,
      rules: null,
    });
  });

  it('moves nothing and creates no payment, even with an idempotency key', async () => {
    const stored = async () => {
      const [balance, payments, ledger, events] = await Promise.all(
        // Events of other types are of the tests before, and may trail.
        ['/treasury/balance', '/payments', '/treasury/ledger', '/events?type=payment.settled'].map((path) =>
          api.get(path),
        ),
      );
      return [{ ...balance?.body, as_of: null }, payments?.body, ledger?.body, events?.body];
    };
    const before = await stored();
    const responses = await Promise.all([
      ...Array.from({ length: 5 }, () => simulate({ ...evm, amount: '1000000.00', idempotency_key: 'simulated' })),
      simulate({ ...evm, amount: '1.00' }),
      simulate({ to: SANCTIONED, amount: '2.00' }),
    ]);
    expect(responses.map(({ status }) => status)).toEqual(Array(7).fill(200));
    expect(await stored()).toEqual(before);
  });

  it('refuses what would also refuse a payment before it exists', async () => {
    expectError(await simulate({ to: EVM_RECIPIENT }), 400, 'invalid_request', { param: 'amount' });
    expectError(await simulate({ ...evm, chain: 'solana' }), 400, 'invalid_request', { param: 'to' });
    expectError(await simulate({ ...evm, amount: '0.001' }), 400, 'invalid_request', { param: 'amount' });
    expectError(await simulate({ ...evm, from: 'wal_00000000000000000000000000' }), 404, 'not_found', {
      param: 'from',
    });
    expectError(
      await simulate({ ...evm, compliance: 'skip' }, service.api.as('simulate', 'scale')),
      403,
      'plan_required',
      { param: 'compliance' },
    );
  });
});
