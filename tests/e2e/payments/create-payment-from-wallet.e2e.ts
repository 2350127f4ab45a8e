import { eventually } from '@stablecoin/event-sourcing/testing';
import type { Api } from '../support/api';
import {
  EVM_RECIPIENT,
  expectError,
  failedPayment,
  fundedWallet,
  idOf,
  paymentIdOf,
  pendingPayment,
  settledPayment,
  SOLANA_HASH,
  SOLANA_RECIPIENT,
} from '../support/payments';
import { useService } from '../support/service';
import { listedEvent } from '../support/webhooks';

const service = useService();
let api: Api;

beforeAll(() => {
  api = service.api.as('payment_wallets');
});

describe('From a wallet', () => {
  it('pays from a wallet on its chain, and the money is gone from there and not from the treasury', async () => {
    const wallet = await fundedWallet(api, { chain: 'ethereum', usdc: '10.00', eurc: '5.00' });
    const treasury = (await api.get('/treasury/balance')).body;

    const [usdc, eurc] = await Promise.all([
      api.post('/payments', { to: EVM_RECIPIENT, amount: '9.99', from: wallet.id }),
      api.post('/payments', {
        to: EVM_RECIPIENT,
        amount: '5.00',
        from: wallet.id,
        currency: 'EURC',
        chain: 'ethereum',
      }),
    ]);

    const fields = { from: wallet.id, chain: 'ethereum' };
    expect(usdc.body).toEqual(settledPayment({ ...fields, amount: '9.99' }));
    expect(eurc.body).toEqual(settledPayment({ ...fields, amount: '5.00', currency: 'EURC' }));
    expect((await api.get(`/wallets/${wallet.id}`)).body).toMatchObject({ balances: { usdc: '0.01', eurc: '0.00' } });
    expect({ ...(await api.get('/treasury/balance')).body, as_of: null }).toEqual({ ...treasury, as_of: null });
  });

  it('a payment to a wallet of ours arrives there', async () => {
    const wallet = await fundedWallet(api, { chain: 'solana' });
    const paid = await api.post('/payments', { to: wallet.address, amount: '7.00' });
    expect(paid.body).toEqual(
      settledPayment({ to: wallet.address, amount: '7.00', chain: 'solana', txHash: SOLANA_HASH }),
    );
    await eventually(async () => {
      expect((await api.get(`/wallets/${wallet.id}`)).body).toMatchObject({ balances: { usdc: '7.00' } });
    });
    const funded = await listedEvent(api, 'wallet.funded', wallet.id);
    expect(funded.data).toMatchObject({ amount: '7.00', from: expect.any(String), txHash: paid.body['txHash'] });
  });

  it('a wallet that is unknown, or of another account, gives 404 not_found', async () => {
    const foreign = await fundedWallet(service.api.as('tenants_a'));
    const body = { to: EVM_RECIPIENT, amount: '1.00' };
    for (const from of ['wal_00000000000000000000000000', 'nonsense', foreign.id]) {
      expectError(await api.post('/payments', { ...body, from }), 404, 'not_found', { param: 'from' });
    }
  });

  it('another chain than the wallet has gives 400 for chain, an address of the other family 400 for to', async () => {
    const { id: from } = await fundedWallet(api, { chain: 'base', usdc: '5.00' });
    const evm = { to: EVM_RECIPIENT, amount: '1.00', from };
    expectError(await api.post('/payments', { ...evm, chain: 'ethereum' }), 400, 'invalid_request', { param: 'chain' });
    expectError(await api.post('/payments', { ...evm, to: SOLANA_RECIPIENT }), 400, 'invalid_request', { param: 'to' });
  });

  it('the balance is asked before the limit: too little is 402, also above the limit', async () => {
    const { id: from } = await fundedWallet(api, { usdc: '5.00', spend_limit: '1.00' });
    const refused = await api.post('/payments', { to: EVM_RECIPIENT, amount: '5.01', from });
    expectError(refused, 402, 'insufficient_balance', { payment_id: idOf('pay') });
    expect((await api.get(`/payments/${paymentIdOf(refused)}`)).body).toEqual(
      failedPayment('insufficient_balance', { from, amount: '5.01', compliance_ref: idOf('cpl') }),
    );
  });

  it('above the spend limit a payment waits for an approval, answered 202 at once; up to it, it passes', async () => {
    const { id: from } = await fundedWallet(api, { usdc: '50.00', eurc: '50.00', spend_limit: '10.00' });
    const pay = (amount: string, currency: string) =>
      api.post('/payments', { to: EVM_RECIPIENT, amount, currency, from });

    const first = await pay('4.00', 'USDC');
    const above = await pay('6.01', 'EURC');
    const exactly = await pay('6.00', 'EURC');
    const dust = await pay('0.01', 'USDC');

    expect(first.body).toEqual(settledPayment({ from, amount: '4.00' }));
    expect(exactly.body).toEqual(settledPayment({ from, amount: '6.00', currency: 'EURC' }));
    for (const [waiting, amount, currency] of [
      [above, '6.01', 'EURC'],
      [dust, '0.01', 'USDC'],
    ] as const) {
      expect(waiting.status).toBe(202);
      expect(waiting.body).toEqual(
        pendingPayment({
          from,
          amount,
          currency,
          stage: 'awaiting_approval',
          approval_id: idOf('apr'),
          compliance_ref: idOf('cpl'),
        }),
      );
      await api.post(`/payments/${paymentIdOf(waiting)}/cancel`);
    }
    expect((await api.get(`/wallets/${from}`)).body).toMatchObject({ spent_24h: '10.00' });
  });
});
