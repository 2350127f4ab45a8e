import type { InboundTransfer } from '@stablecoin/contracts';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { startWallets } from './testing/start-wallets';
import type { TestMessage, TestWallets } from './testing/start-wallets';

const acme = { account: 'acme', livemode: false };
const WALLET = 'wal_1';
const ID = 'dep_01JZ8Q4M6T3W9XKB2N5RDVC7HE';
const TRANSFER: InboundTransfer = {
  ...{ transferId: 'transfer-1', chain: 'base', currency: 'USDC', amount: '5000000' },
  ...{ from: '0xfrom', txHash: '0xhash' },
};

let wallets: TestWallets;
beforeEach(async () => {
  wallets = await startWallets();
  await wallets.send({
    type: 'wallet.CreateWallet',
    data: {
      ...{ walletId: WALLET, owner: 'agent:buyer', chain: 'base', spendLimit: null, compliance: 'skip' },
      ...{ label: null, approvers: [], approvalThreshold: 1 },
    },
  });
});
afterEach(() => wallets.stop());

const receive = (sender: string | null): Promise<void> =>
  wallets.send({
    type: 'wallet.CreditWallet',
    data: { ...TRANSFER, walletId: WALLET, screening: { depositId: ID, sender } },
  });
const screened = (status: 'cleared' | 'blocked', walletId: string | null = WALLET): TestMessage => ({
  type: 'compliance.deposit_screened',
  data: { depositId: ID, walletId, ref: 'cpl_1', status, reason: status === 'cleared' ? null : 'It is on a list.' },
});
const decide = (decision: 'clear' | 'keep'): TestMessage => ({
  type: 'wallet.DecideDeposit',
  data: { walletId: WALLET, depositId: ID, decision, note: 'Our customer', decidedBy: 'key_1', by: ['key_1'] },
});
const wallet = () => wallets.runtime.queries.ask('wallet.get', { ...acme, id: WALLET });
const deposit = () => wallets.runtime.queries.ask('wallet.deposit', { ...acme, id: ID });
const told = (type: string) => wallets.told.filter((message) => message.type === type);

it('a deposit is held for its wallet until its sender is cleared, and the client is told once it can be spent', async () => {
  await receive('0xsender');
  await eventually(() => expect(told('compliance.ScreenDeposit')).toHaveLength(1));
  expect(told('compliance.ScreenDeposit')).toMatchObject([{ data: { depositId: ID, walletId: WALLET } }]);
  await expect(wallet()).resolves.toMatchObject({ balances: { usdc: '0.00' }, held: { usdc: '5.00' } });
  expect(told('wallet.funded')).toEqual([]);
  await wallets.send(screened('cleared', null));
  await eventually(async () => expect(await deposit()).toMatchObject({ status: 'screening' }));
  for (let times = 0; times < 2; times++) await wallets.send(screened('cleared'));
  await expect(wallet()).resolves.toMatchObject({ balances: { usdc: '5.00' }, held: { usdc: '0.00' } });
  await eventually(async () =>
    expect(await deposit()).toMatchObject({ status: 'released', wallet_id: WALLET, compliance_ref: 'cpl_1' }),
  );
  await eventually(() => expect(told('wallet.funded')).toHaveLength(1));
  expect(told('wallet.funded')).toMatchObject([
    {
      key: WALLET,
      data: { amount: '5.00', from: '0xfrom', txHash: '0xhash', balances: { usdc: '5.00' }, held: { usdc: '0.00' } },
    },
  ]);
  expect(told('wallet.deposit_released')).toEqual([]);
});

it('one that a person clears is told of as held and as released', async () => {
  await receive('0xsender');
  await wallets.send(screened('blocked'));
  await wallets.send(decide('clear'));
  await expect(wallet()).resolves.toMatchObject({ balances: { usdc: '5.00' } });
  await eventually(() => expect(told('wallet.funded')).toHaveLength(1));
  expect(told('wallet.deposit_held')).toMatchObject([{ key: WALLET, data: { id: ID, status: 'held' } }]);
  expect(told('wallet.deposit_released')).toMatchObject([{ key: WALLET, data: { decided_by: 'key_1' } }]);
  expect(JSON.stringify(wallets.told)).not.toContain('Our customer');
});

it('one that a person keeps cannot be spent, and payments from the wallet fail for it', async () => {
  await receive(null);
  await wallets.send(decide('keep'));
  await eventually(async () => expect(await deposit()).toMatchObject({ status: 'kept', sender: null }));
  await wallets.send({
    type: 'wallet.ReserveFunds',
    data: {
      ...{ walletId: WALLET, reservationId: 'pay_1#1', paymentId: 'pay_1', amount: '1', currency: 'USDC' },
      candidates: ['base'],
    },
  });
  await eventually(() => expect(told('wallet.reservation_refused')).toHaveLength(1));
  expect(told('wallet.reservation_refused')).toMatchObject([{ data: { code: 'insufficient_balance' } }]);
});

it('deposits are listed by wallet and status', async () => {
  await receive(null);
  const list = async (over: object) =>
    (
      await wallets.runtime.queries.ask('wallet.deposits', {
        ...{ ...acme, limit: 10, startingAfter: null, status: null, wallet: null, wallets: null },
        ...over,
      })
    ).data.map(({ id }) => id);
  await eventually(async () => expect(await list({})).toEqual([ID]));
  expect(await list({ status: 'held', wallet: WALLET })).toEqual([ID]);
  expect(await list({ wallets: ['wal_2'] })).toEqual([]);
  expect(await list({ account: 'other' })).toEqual([]);
});
