import { Chains, SimulatedChain, oneForAll } from '@stablecoin/chains';
import type { Authorization } from '@stablecoin/chains';
import type { PaymentOrder, SimulationCandidate, TreasuryBalance, Wallet } from '@stablecoin/contracts';
import { ONCHAIN, T0, WALLET_ID, order } from '../testing/payments';
import { TestService } from '../testing/service';

let service: TestService;

const of = (usdc: string) => ({ usdc, eurc: '1.00' });
const available = { base: of('100.00'), ethereum: of('50.00'), solana: of('7.00') };

beforeEach(async () => {
  service = await TestService.start();
  service.runtime.queries.register('treasury.balance', () => Promise.resolve({ available } as TreasuryBalance));
  const wallet = { chain: 'ethereum', balances: of('20.00'), ...LIMITLESS } as Wallet;
  service.runtime.queries.register('wallet.get', ({ id }) => Promise.resolve(id === WALLET_ID ? wallet : null));
});

afterEach(() => service.stop());

const simulate = (changes: Partial<PaymentOrder> = {}) =>
  service.runtime.queries.ask('payment.simulate', { account: 'acme', livemode: false, order: order(changes) });

const LIMITLESS = { spend_limit: null, spent_24h: '0.00', contract: null };

const brief = ({ chain, verdict, balance }: SimulationCandidate) => [chain, verdict, balance];

describe('Simulate: every chain considered, with fee, latency, balance, verdict and reason', () => {
  it('chooses the first in the order of routing', async () => {
    expect(await simulate()).toEqual({
      candidates: [
        {
          ...{ chain: 'base', verdict: 'ok', reason: 'The payment can be made on this chain.' },
          ...{ fee: '0.00', settlement_ms: 2_000, balance: '100.00' },
        },
        {
          ...{ chain: 'ethereum', verdict: 'ok', reason: 'The payment can be made on this chain.' },
          ...{ fee: '0.00', settlement_ms: 12_000, balance: '50.00' },
        },
        {
          ...{ chain: 'solana', verdict: 'chain_unavailable' },
          ...{ reason: 'The recipient has an address of another kind of chain.' },
          ...{ fee: '0.00', settlement_ms: 400, balance: '7.00' },
        },
      ],
      chosen: 'base',
      rules: null,
    });
  });

  it('says that the treasury pays after an approval only', async () => {
    const { candidates } = await simulate({ policy: { treasuryApproval: true } });
    expect(candidates[0]).toMatchObject({ verdict: 'ok', reason: 'It waits for an approval first.' });
  });

  it('says where the balance is too low', async () => {
    const simulation = await simulate({ amount: '60000000' });
    expect(simulation.candidates.map(brief)).toEqual([
      ['base', 'ok', '100.00'],
      ['ethereum', 'insufficient_balance', '50.00'],
      ['solana', 'chain_unavailable', '7.00'],
    ]);
    expect(await simulate({ amount: '600000000' })).toMatchObject({ chosen: null });
  });

  it('counts the balance in the payment’s currency', async () => {
    expect(await simulate({ currency: 'EURC' })).toMatchObject({
      chosen: null,
      candidates: [{ balance: '1.00' }, {}, {}],
    });
  });

  it('says which chain is down, and goes to the next one', async () => {
    const simulation = await simulate({ amount: '10000301' });
    expect(simulation.candidates.map(brief).slice(0, 2)).toEqual([
      ['ethereum', 'ok', '50.00'],
      ['base', 'chain_unavailable', '100.00'],
    ]);
    expect(simulation.chosen).toBe('ethereum');
  });

  it('shows the chains that an explicit one excludes', async () => {
    const simulation = await simulate({ chain: 'ethereum', candidates: ['ethereum'] });
    expect(simulation).toMatchObject({ chosen: 'ethereum' });
    expect(simulation.candidates[1]).toMatchObject({ chain: 'base', reason: 'The payment is bound to another chain.' });
  });

  it.each([
    ['10000203', 'recipient_blocklisted'],
    ['10000204', 'insufficient_gas'],
  ] as const)('finds what would keep the transfer from going out (%s)', async (amount, verdict) => {
    expect(await simulate({ amount })).toMatchObject({ chosen: null, candidates: [{ verdict }, { verdict }, {}] });
  });

  it('takes a chain that gives no answer for one that cannot be paid on', async () => {
    await service.stop();
    const silent = Object.assign(new SimulatedChain({ settlementMs: 0, validityMs: 5_000 }), {
      precheck: () => Promise.reject(new Error('no endpoint answers')),
    });
    service = await TestService.start({}, undefined, undefined, new Chains(silent));
    service.runtime.queries.register('treasury.balance', () => Promise.resolve({ available } as TreasuryBalance));
    const unavailable = { verdict: 'chain_unavailable' };
    expect(await simulate()).toMatchObject({ chosen: null, candidates: [unavailable, unavailable, unavailable] });
  });

  it('looks at the wallet that pays', async () => {
    const fromWallet = { from: WALLET_ID, candidates: ['ethereum'] } as const;
    expect(await simulate(fromWallet)).toMatchObject({
      chosen: 'ethereum',
      candidates: [{ balance: '20.00' }, {}, {}],
    });
    expect(await simulate({ ...fromWallet, from: 'wal_none' })).toMatchObject({ chosen: null });
  });

  it('tries a payment of a live wallet on its chain, unless it has to be approved first', async () => {
    const { owners, threshold, module, spender, type, version, address } = ONCHAIN;
    const contract = { type, version, module, spender, owners, threshold, deployed: true };
    const limited = { spend_limit: '15.00', spent_24h: '5.00', contract };
    const wallet = { id: WALLET_ID, address, chain: 'base', balances: of('20.00'), ...limited } as Wallet;
    const tried: unknown[] = [];
    const chain = Object.assign(new SimulatedChain({ settlementMs: 0, validityMs: 1 }), {
      precheck: ({ payer }: Authorization) =>
        Promise.resolve(tried.push(payer) > 0 ? ('spend_limit_onchain' as const) : null),
    });
    await service.stop();
    service = await TestService.start(
      {},
      undefined,
      undefined,
      new Chains(chain, { router: oneForAll(chain), treasuries: new Map() }),
    );
    service.runtime.queries.register('wallet.get', () => Promise.resolve(wallet));
    const run = (amount: PaymentOrder['amount']) =>
      service.runtime.queries.ask('payment.simulate', {
        ...{ account: 'acme', livemode: true },
        order: order({ from: WALLET_ID, candidates: ['base'], amount }),
      });
    expect((await run('10000000')).candidates[0]).toMatchObject({ verdict: 'spend_limit_onchain' });
    expect(tried).toEqual([{ wallet: { ...ONCHAIN, spendLimit: '15000000' }, approval: null }]);
    expect((await run('10000001')).candidates[0]).toMatchObject({
      verdict: 'ok',
      reason: 'It waits for an approval first.',
    });
    expect(tried).toHaveLength(1);
  });

  it('moves nothing', async () => {
    await simulate();
    expect(await service.runtime.store.head()).toBe(0);
    expect(service.clock.now()).toBe(T0);
  });
});
