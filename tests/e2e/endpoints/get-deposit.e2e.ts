import { eventually } from '@stablecoin/event-sourcing/testing';
import { depositOf, heldDeposit } from '../support/deposits';
import { expectError, fundedWallet } from '../support/payments';
import { newAddress } from '../support/screenings';
import { useService } from '../support/service';

describe('GET /v1/deposits/:id', () => {
  const service = useService();
  const api = () => service.api.as('get_deposit');
  const balance = async () => (await api().get('/treasury/balance')).body;

  it('shows a deposit from a listed sender, whose money is held and cannot be spent', async () => {
    const before = await balance();
    const { id } = await heldDeposit(api(), '5.00');
    expect((await api().get(`/deposits/${id}`)).body).toEqual(depositOf({ id }));
    expect(await balance()).toEqual({
      ...before,
      held: { ...(before['held'] as object), base: { usdc: '5.00', eurc: '0.00' } },
      as_of: expect.any(String),
    });
    const { body: ledger } = await api().get('/treasury/ledger?kind=held');
    expect(ledger['data']).toMatchObject([{ kind: 'held', chain: 'base', currency: 'USDC' }]);
  });

  it('shows one to a wallet', async () => {
    const { id: wallet } = await fundedWallet(api(), {});
    const { id } = await heldDeposit(api(), '6.00', wallet);
    expect((await api().get(`/deposits/${id}`)).body).toEqual(depositOf({ id, wallet_id: wallet, amount: '6.00' }));
    expect((await api().get(`/wallets/${wallet}`)).body).toMatchObject({
      balances: { usdc: '0.00' },
      held: { usdc: '6.00', eurc: '0.00' },
    });
  });

  it('shows one from a cleared sender as released, without a person', async () => {
    const from = newAddress('sender');
    const { body } = await api().post('/sandbox/faucet', { chain: 'base', amount: '7.00', from });
    await eventually(async () => {
      const { body: list } = await api().get('/deposits?status=released');
      const [latest] = list['data'] as readonly object[];
      expect(latest).toMatchObject({ tx_hash: body['txHash'], amount: '7.00', reason: null, decided_by: null });
    });
  });

  it('answers 404 for an unknown id, and 400 for a sender of another family of chains', async () => {
    expectError(await api().get('/deposits/dep_00000000000000000000000000'), 404, 'not_found');
    const body = { chain: 'solana', amount: '1.00', from: newAddress('evm') };
    expectError(await api().post('/sandbox/faucet', body), 400, 'invalid_request', { param: 'from' });
  });
});
