import type { InboundTransfer } from '@stablecoin/contracts';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { startTreasury } from './testing/start-treasury';
import type { TestCommand, TestTreasury } from './testing/start-treasury';

const acme = { account: 'acme', livemode: false };
const ID = 'dep_01JZ8Q4M6T3W9XKB2N5RDVC7HE';

let treasury: TestTreasury;
beforeEach(async () => {
  treasury = await startTreasury();
});
afterEach(() => treasury.stop());

const TRANSFER: InboundTransfer = {
  ...{ transferId: 'transfer-1', chain: 'base', currency: 'USDC', amount: '5000000' },
  ...{ from: '0xfrom', txHash: '0xhash' },
};
const deposit = (sender: string | null, tokenAccount?: string): TestCommand => ({
  type: 'treasury.CreditTreasury',
  data: {
    ...{
      transferId: 'transfer-1',
      chain: 'base',
      currency: 'USDC',
      amount: '5000000',
      from: '0xfrom',
      txHash: '0xhash',
    },
    screening: { depositId: ID, sender, ...(tokenAccount === undefined ? {} : { tokenAccount }) },
  },
});
const screened = (status: 'cleared' | 'review' | 'blocked', walletId: string | null = null): TestCommand => ({
  type: 'compliance.deposit_screened',
  data: {
    ...{ depositId: ID, walletId, ref: 'cpl_1', status },
    reason: status === 'cleared' ? null : 'The address is on the sanctions list.',
  },
});
const decide = (decision: 'clear' | 'keep', id = 'req_decision'): TestCommand => ({
  ...{ id, type: 'treasury.DecideDeposit' },
  data: { depositId: ID, decision, note: 'Our customer', decidedBy: 'key_1', by: ['key_1'] },
});
const find = (id = ID) => treasury.runtime.queries.ask('treasury.deposit', { ...acme, id });
const balance = () => treasury.runtime.queries.ask('treasury.balance', acme);
const told = (type: string) => treasury.told.filter((message) => message.type === type);

it('a deposit whose sender is screened is asked about, and available once it is cleared', async () => {
  await treasury.send(deposit('0xsender', '0xaccount'));
  await eventually(() => expect(told('compliance.ScreenDeposit')).toHaveLength(1));
  expect(told('compliance.ScreenDeposit')).toMatchObject([
    {
      key: '0xsender',
      data: {
        ...{ depositId: ID, walletId: null, address: '0xsender', tokenAccount: '0xaccount' },
        amount: { value: '5.00', currency: 'USDC' },
      },
    },
  ]);
  await expect(balance()).resolves.toMatchObject({ usdc: '3000.00', held: { base: { usdc: '5.00' } } });
  await expect(find()).resolves.toMatchObject({
    status: 'screening',
    amount: '5.00',
    sender: '0xsender',
    reason: null,
  });
  await treasury.send(screened('cleared', 'wal_1'));
  await expect(find()).resolves.toMatchObject({ status: 'screening' });
  for (let times = 0; times < 2; times++) await treasury.send(screened('cleared'));
  await expect(balance()).resolves.toMatchObject({ usdc: '3005.00', held: { base: { usdc: '0.00' } } });
  await expect(find()).resolves.toMatchObject({ status: 'released', compliance_ref: 'cpl_1', decided_by: null });
  expect([...told('treasury.deposit_held'), ...told('treasury.deposit_released')]).toEqual([]);
});

it('one that is not cleared waits for a person, who clears it: with who, when and why', async () => {
  await treasury.send(deposit('0xsender'));
  await treasury.send(screened('blocked'));
  const held = await find();
  expect(held).toMatchObject({ status: 'held', reason: 'The address is on the sanctions list.', decided_at: null });
  await treasury.send(decide('clear'));
  await expect(balance()).resolves.toMatchObject({ usdc: '3005.00', held: { base: { usdc: '0.00' } } });
  const released = {
    ...{ status: 'released', compliance_ref: 'cpl_1', reason: 'The address is on the sanctions list.' },
    decided_by: 'key_1',
  };
  await expect(find()).resolves.toMatchObject({ ...released, decision_note: 'Our customer' });
  await eventually(() => expect(told('treasury.deposit_released')).toHaveLength(1));
  expect(told('treasury.deposit_held')).toMatchObject([{ key: 'acme.test', data: { id: ID, status: 'held' } }]);
  expect(told('treasury.deposit_released')).toMatchObject([{ data: released }]);
  expect(JSON.stringify(treasury.told)).not.toContain('Our customer');
  await treasury.send(decide('keep', 'req_late'));
  await expect(
    treasury.runtime.queries.ask('treasury.outcome', { ...acme, id: 'acme.test', commandId: 'req_late' }),
  ).resolves.toMatchObject({ applied: true, refusal: { code: 'invalid_state' } });
});

it('one that a person keeps is never available, and its money stays in the ledger', async () => {
  await treasury.send(deposit(null));
  await expect(find()).resolves.toMatchObject({ status: 'held', sender: null, compliance_ref: null });
  expect(told('compliance.ScreenDeposit')).toEqual([]);
  await treasury.send(decide('keep'));
  await treasury.send(screened('cleared'));
  await expect(balance()).resolves.toMatchObject({ usdc: '3000.00', held: { base: { usdc: '5.00' } } });
  await expect(find()).resolves.toMatchObject({ status: 'kept', decided_by: 'key_1' });
  const page = { ...acme, limit: 10, startingAfter: null, paymentId: null, createdAfter: null, createdBefore: null };
  const { data } = await treasury.runtime.queries.ask('treasury.ledger', { ...page, kind: 'held' });
  expect(data).toMatchObject([
    {
      postings: [
        { account: 'external:deposits', amount: '-5.00' },
        { account: 'treasury:base:held', amount: '5.00' },
      ],
    },
  ]);
});

it('a transfer is booked once, whether it is screened or not', async () => {
  await treasury.send(deposit('0xsender'));
  await treasury.send({ type: 'treasury.CreditTreasury', data: TRANSFER });
  await expect(balance()).resolves.toMatchObject({ usdc: '3000.00', held: { base: { usdc: '5.00' } } });
});

it('deposits are listed by status, for their own account and mode', async () => {
  await treasury.send(deposit(null));
  const page = { ...acme, limit: 10, startingAfter: null };
  const list = (over: object) => treasury.runtime.queries.ask('treasury.deposits', { ...page, status: null, ...over });
  expect((await list({})).data).toMatchObject([{ id: ID, status: 'held', livemode: false }]);
  expect((await list({ status: 'held' })).data).toHaveLength(1);
  expect((await list({ status: 'screening' })).data).toEqual([]);
  expect((await list({ account: 'other' })).data).toEqual([]);
  expect((await list({ livemode: true })).data).toEqual([]);
  await expect(
    treasury.runtime.queries.ask('treasury.deposit', { account: 'other', livemode: false, id: ID }),
  ).resolves.toBeNull();
});

it('a decision is in the audit log, with who made it; what a screening decides is not', async () => {
  const actor = { type: 'key', id: 'key_1', name: 'Desk', ip: null } as const;
  await treasury.send(deposit('0xsender'));
  await treasury.send(screened('blocked'));
  await treasury.send({ ...decide('keep'), actor });
  const filter = { createdAfter: null, createdBefore: null, actor: null, action: null, object: ID };
  await eventually(async () => {
    const page = { ...acme, limit: 10, startingAfter: null, ...filter };
    const { data } = await treasury.runtime.queries.ask('treasury.audit_log', page);
    expect(data).toMatchObject([
      {
        ...{ action: 'deposit.kept', object: { type: 'deposit', id: ID }, actor: { id: 'key_1' } },
        after: { amount: '5.00', from: '0xfrom', reason: 'The address is on the sanctions list.' },
      },
    ]);
  });
});
