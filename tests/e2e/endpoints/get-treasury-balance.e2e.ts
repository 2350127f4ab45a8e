import type { TreasuryBalance } from '@stablecoin/contracts';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { EVM_RECIPIENT, expectError, idOf, SOLANA_RECIPIENT, TIME } from '../support/payments';
import { useService } from '../support/service';

const CHAINS = ['base', 'ethereum', 'solana'] as const;

/** Decimal text in minor units. */
function units(amount: string): bigint {
  const [whole = '', fraction = ''] = amount.split('.');
  return BigInt(whole + fraction.padEnd(6, '0'));
}

describe('GET /v1/treasury/balance', () => {
  const service = useService();
  const api = () => service.api.as('treasury');
  const read = async () => (await api().get('/treasury/balance')).body as unknown as TreasuryBalance;
  const pay = (fields: object, headers = {}) => api().post('/payments', { to: EVM_RECIPIENT, ...fields }, headers);

  /** The balances must add up, whatever has happened. */
  async function consistent(): Promise<TreasuryBalance> {
    const balance = await read();
    for (const chain of CHAINS) {
      const onChain = units(balance.available[chain].usdc) + units(balance.reserved[chain].usdc);
      expect(units(balance.chains[chain])).toBe(onChain);
    }
    const total = (currency: 'usdc' | 'eurc') =>
      CHAINS.map(
        (chain) => units(balance.available[chain][currency]) + units(balance.reserved[chain][currency]),
      ).reduce((sum, each) => sum + each);
    expect([units(balance.usdc), units(balance.eurc)]).toEqual([total('usdc'), total('eurc')]);
    return balance;
  }

  it('answers the whole balance; a new sandbox holds 1,000,000 of each currency on each chain', async () => {
    const each = { usdc: '1000000.00', eurc: '1000000.00' };
    const none = { usdc: '0.00', eurc: '0.00' };
    const answer = await api().get('/treasury/balance');

    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      usdc: '3000000.00',
      eurc: '3000000.00',
      chains: { base: '1000000.00', ethereum: '1000000.00', solana: '1000000.00' },
      available: { base: each, ethereum: each, solana: each },
      reserved: { base: none, ethereum: none, solana: none },
      held: { base: none, ethereum: none, solana: none },
      as_of: TIME,
    });
    expect(answer.headers.get('svc-request-id')).toEqual(idOf('req'));
    expect(answer.headers.get('ratelimit-policy')).toBe('"reads";q=2000;w=1');
  });

  it('includes every answered payment, of either currency, on its chain and without a fee', async () => {
    const before = await read();
    await pay({ amount: '100.25', chain: 'base' });
    expect(await consistent()).toMatchObject({ chains: { base: '999899.75', ethereum: '1000000.00' } });
    await pay({ amount: '0.01', chain: 'ethereum', currency: 'EURC' });
    await pay({ amount: '3.000000', chain: 'solana', to: SOLANA_RECIPIENT });

    const after = await consistent();
    expect(units(before.usdc) - units(after.usdc)).toBe(103_250_000n);
    expect(units(before.eurc) - units(after.eurc)).toBe(10_000n);
    expect(after).toMatchObject({
      usdc: '2999896.75',
      eurc: '2999999.99',
      chains: { base: '999899.75', ethereum: '1000000.00', solana: '999997.00' },
      available: { ethereum: { usdc: '1000000.00', eurc: '999999.99' } },
    });
  });

  it('counts reserved amounts as on chain until they leave', async () => {
    const before = await read();
    const pending = await pay({ amount: '10.000101', chain: 'ethereum' }, { prefer: 'respond-async' });
    await eventually(async () => expect((await read()).reserved.ethereum.usdc).toBe('10.000101'));

    const during = await consistent();
    expect(during).toEqual({
      ...before,
      available: { ...before.available, ethereum: { ...before.available.ethereum, usdc: '999989.999899' } },
      reserved: { ...before.reserved, ethereum: { usdc: '10.000101', eurc: '0.00' } },
      as_of: TIME,
    });
    await eventually(async () => {
      const { body } = await api().get(`/payments/${String(pending.body['id'])}`);
      expect(body['status']).toBe('settled');
    });
    const after = await consistent();
    expect(after.reserved.ethereum.usdc).toBe('0.00');
    expect(after.chains.ethereum).toBe('999989.999899');
  });

  it.each([
    ['reverts', '5.000201'],
    ['has a blocklisted recipient', '5.000203'],
    ['finds no gas', '5.000204'],
  ])('is unchanged by a payment that %s', async (_, amount) => {
    const before = await read();
    expect((await pay({ amount, chain: 'base' })).body).toMatchObject({ status: 'failed' });
    await eventually(async () => expect(await consistent()).toEqual({ ...before, as_of: TIME }));
  });

  it('is unchanged by a payment that no single chain can cover, which is 402', async () => {
    const before = await read();
    await api().post('/sandbox/faucet', { chain: 'base', amount: '1.00' });
    const refused = await pay({ amount: '1000000.00', chain: 'solana', to: SOLANA_RECIPIENT });

    expectError(refused, 402, 'insufficient_balance', { payment_id: idOf('pay') });
    const after = await consistent();
    expect(units(after.usdc) - units(before.usdc)).toBe(1_000_000n);
    expect(after.reserved).toEqual(before.reserved);
  });

  it('accepts no query parameters', async () => {
    expectError(await api().get('/treasury/balance?chain=base'), 400, 'invalid_request', { param: 'chain' });
  });
});
