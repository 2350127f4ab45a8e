import type { Approval, ApprovalStatus, CreateWalletMessage, WalletQueries } from '@stablecoin/contracts';
import fc from 'fast-check';
import { formatAmount, type ChainName, type Units } from '@stablecoin/contracts';
import { openDatabase } from '@stablecoin/stores';
import { rebuildReadModel } from '@stablecoin/event-sourcing';
import { ManualClock, eventually } from '@stablecoin/event-sourcing/testing';
import type { PrivateKeyAccount } from 'viem/accounts';
import { privateKeyToAccount } from 'viem/accounts';
import { hashTypedData, keccak256, toHex } from 'viem/utils';
import { sandboxAddress } from './application/sandbox-address';
import { walletProjection } from './read-model/wallet-projection';
import type { WalletTables } from './read-model/tables';
import { startWallets, type TestMessage, type TestWallets } from './testing/start-wallets';

const NOW = Date.UTC(2026, 0, 1);
const DAY = 86_400_000;
/** For what takes many steps of the clock. */
const acme = { account: 'acme', livemode: false };
/** A page that nothing narrows down. */
const EVERYTHING = {
  ...{ startingAfter: null, wallets: null, chain: null, owner: null, metadata: {} },
  ...{ createdAfter: null, createdBefore: null },
};
const other = { account: 'other', livemode: false };
const first = { walletId: 'wal_1', reservationId: 'pay_1#1', paymentId: 'pay_1' };
const second = { walletId: 'wal_1', reservationId: 'pay_2#1', paymentId: 'pay_2' };

const create = (changes: Partial<CreateWalletMessage['data']> = {}): TestMessage => ({
  type: 'wallet.CreateWallet',
  data: {
    walletId: 'wal_1',
    owner: 'agent:buyer',
    chain: 'base',
    spendLimit: '100000000',
    compliance: 'skip',
    label: null,
    approvers: [],
    approvalThreshold: 1,
    ...changes,
  },
});
const credit = (amount: Units, transferId = 'transfer-1', walletId = 'wal_1'): TestMessage => ({
  type: 'wallet.CreditWallet',
  data: { walletId, transferId, chain: 'base', currency: 'USDC', amount, from: '0xfrom', txHash: '0xhash' },
});
const reserve = (amount: Units, ref = first): TestMessage => ({
  type: 'wallet.ReserveFunds',
  data: { ...ref, amount, currency: 'USDC', candidates: ['base'] },
});
const post = (ref = first): TestMessage => ({ type: 'wallet.PostReservation', data: ref });
const giveBack = (ref = first): TestMessage => ({ type: 'wallet.VoidReservation', data: ref });

let wallets: TestWallets;
afterEach(() => wallets.stop());

const get = (id = 'wal_1', tenant = acme) => wallets.runtime.queries.ask('wallet.get', { ...tenant, id });
const lookup = (id = 'wal_1', tenant = acme) => wallets.runtime.queries.ask('wallet.lookup', { ...tenant, id });
const outcome = (commandId: string, tenant = acme) =>
  wallets.runtime.queries.ask('wallet.outcome', { ...tenant, id: 'wal_1', commandId });
const sumOf = (payments: readonly { readonly amount: bigint }[]) =>
  payments.reduce((sum, { amount }) => sum + amount, 0n);
const typesTold = () => wallets.told.map(({ type }) => type);

describe('POST /wallets', () => {
  beforeEach(async () => {
    wallets = await startWallets({}, { clock: new ManualClock(NOW) });
  });

  it('Shapes: every key of a wallet is there, unknown is null', async () => {
    await wallets.send(create({ spendLimit: null }));
    await expect(get()).resolves.toEqual({
      id: 'wal_1',
      address: sandboxAddress('wal_1', 'base'),
      owner: 'agent:buyer',
      chain: 'base',
      spend_limit: null,
      spent_24h: '0.00',
      label: null,
      status: 'active',
      balances: { usdc: '0.00', eurc: '0.00' },
      held: { usdc: '0.00', eurc: '0.00' },
      compliance_ref: null,
      contract: null,
      approvers: [],
      approval_threshold: 1,
      livemode: false,
      created_at: '2026-01-01T00:00:00.000Z',
      metadata: {},
    });
  });

  it('compliance auto: verifies the owner first', async () => {
    await expect(lookup()).resolves.toBeNull();
    await wallets.send(create({ compliance: 'auto' }));
    await expect(lookup()).resolves.toEqual({ state: 'verifying' });
    await expect(get()).resolves.toBeNull();
    await eventually(() => expect(typesTold()).toEqual(['compliance.ScreenOwner']));
    expect(wallets.told[0]).toMatchObject({ key: 'agent:buyer', data: { walletId: 'wal_1', owner: 'agent:buyer' } });

    const screened = { walletId: 'wal_1', ref: 'cpl_1', reason: null };
    await wallets.send({ type: 'compliance.owner_screened', data: { ...screened, status: 'cleared' } });
    await expect(lookup()).resolves.toMatchObject({ state: 'exists', wallet: { compliance_ref: 'cpl_1' } });
    await eventually(() => expect(typesTold()).toContain('wallet.created'));
    expect(typesTold()).not.toContain('wallet.activated');
  });

  it.each([
    ['cleared', { status: 'active', address: sandboxAddress('wal_1', 'base') }, 'wallet.activated'],
    ['blocked', { status: 'rejected', address: null }, 'wallet.refused'],
  ] as const)('an owner in review: a wallet without an address, until it is %s', async (status, after, told) => {
    const screened = { walletId: 'wal_1', ref: 'cpl_1', reason: null };
    const page = { ...acme, limit: 10, ...EVERYTHING };
    await wallets.send(create({ compliance: 'auto' }));
    await wallets.send({ type: 'compliance.owner_screened', data: { ...screened, status: 'review' } });
    const waiting = { status: 'in_review', address: null, compliance_ref: 'cpl_1' };
    await expect(lookup()).resolves.toMatchObject({ state: 'exists', wallet: waiting });
    await expect(get()).resolves.toMatchObject(waiting);
    await expect(wallets.runtime.queries.ask('wallet.list', page)).resolves.toMatchObject({ data: [waiting] });
    await eventually(() => expect(typesTold()).toContain('wallet.in_review'));

    await wallets.send({ type: 'compliance.owner_screened', data: { ...screened, status } });
    await expect(lookup()).resolves.toMatchObject({ state: 'exists', wallet: after });
    await expect(wallets.runtime.queries.ask('wallet.list', page)).resolves.toMatchObject({ data: [after] });
    await eventually(() => expect(typesTold()).toContain(told));
  });

  it('a blocked owner: no wallet, and the reason', async () => {
    await wallets.send(create({ compliance: 'auto', owner: 'user:blocked' }));
    const screened = { walletId: 'wal_1', ref: 'cpl_1', status: 'blocked', reason: 'on a list' } as const;
    await wallets.send({ type: 'compliance.owner_screened', data: screened });
    await expect(lookup()).resolves.toEqual({ state: 'refused', message: 'on a list' });
    await expect(get()).resolves.toBeNull();
    await eventually(() => expect(typesTold()).toContain('wallet.refused'));
  });

  it('another account or mode sees none of it', async () => {
    await wallets.send(create());
    for (const tenant of [other, { account: 'acme', livemode: true }]) {
      await expect(get('wal_1', tenant)).resolves.toBeNull();
      await expect(lookup('wal_1', tenant)).resolves.toBeNull();
      const page = { ...tenant, limit: 10, ...EVERYTHING };
      await expect(wallets.runtime.queries.ask('wallet.list', page)).resolves.toMatchObject({ data: [] });
    }
  });
});

describe('GET /wallets', () => {
  const list = (changes: Partial<WalletQueries['wallet.list']['params']> = {}) =>
    wallets.runtime.queries.ask('wallet.list', { ...acme, limit: 10, ...EVERYTHING, ...changes });

  it('newest first, active ones only, page by page, each as it is now', async () => {
    const clock = new ManualClock(NOW);
    wallets = await startWallets({}, { clock });
    for (const [id, chain] of [
      ['wal_1', 'base'],
      ['wal_2', 'solana'],
      ['wal_3', 'base'],
    ] as const) {
      await wallets.send(create({ walletId: id, chain }));
      await lookup(id);
      clock.advance(1_000);
    }
    await wallets.send(create({ walletId: 'wal_4', compliance: 'auto' }));
    await wallets.send(credit('5000000', 'transfer-1', 'wal_3'));
    const ids = async (...args: Parameters<typeof list>) => (await list(...args)).data.map(({ id }) => id);
    await expect(ids()).resolves.toEqual(['wal_3', 'wal_2', 'wal_1']);
    await expect(list({ limit: 2 })).resolves.toMatchObject({
      data: [{ id: 'wal_3', balances: { usdc: '5.00' } }, { id: 'wal_2' }],
      has_more: true,
      next_cursor: 'wal_2',
    });
    await expect(list({ limit: 2, startingAfter: 'wal_2' })).resolves.toMatchObject({
      data: [{ id: 'wal_1' }],
      has_more: false,
      next_cursor: null,
    });
    await expect(ids({ chain: 'solana' })).resolves.toEqual(['wal_2']);
    await expect(ids({ createdAfter: NOW })).resolves.toEqual(['wal_3', 'wal_2']);
  });

  it('orders by creation, not by id', async () => {
    const clock = new ManualClock(NOW);
    wallets = await startWallets({}, { clock });
    // An id that follows from an idempotency key has no time in it.
    for (const walletId of ['wal_7', 'wal_2', 'wal_9', 'wal_1']) {
      await wallets.send(create({ walletId, metadata: { team: 'red' } }));
      await lookup(walletId);
      clock.advance(1_000);
    }
    for (const filter of [{}, { metadata: { team: 'red' } }]) {
      const first = await list({ ...filter, limit: 2 });
      expect(first).toMatchObject({ data: [{ id: 'wal_1' }, { id: 'wal_9' }], next_cursor: 'wal_9' });
      const second = await list({ ...filter, limit: 2, startingAfter: 'wal_9' });
      expect(second).toMatchObject({ data: [{ id: 'wal_2' }, { id: 'wal_7' }], has_more: false });
    }
  });

  it('filters by owner and metadata, page by page', async () => {
    wallets = await startWallets();
    const orders = [
      { walletId: 'wal_1', owner: 'user:1', metadata: { team: 'red', tier: 'gold' } },
      { walletId: 'wal_2', owner: 'user:2', metadata: { team: 'red' }, compliance: 'auto' },
      { walletId: 'wal_3', owner: 'user:1' },
      { walletId: 'wal_4', owner: 'user:1', metadata: { team: 'red' } },
    ] as const;
    for (const order of orders) await wallets.send(create(order));
    const screened = { walletId: 'wal_2', ref: 'cpl_1', status: 'cleared', reason: null } as const;
    await wallets.send({ type: 'compliance.owner_screened', data: screened });
    for (const { walletId } of orders) await lookup(walletId);
    const ids = async (...args: Parameters<typeof list>) => (await list(...args)).data.map(({ id }) => id);
    await expect(ids({ owner: 'user:1' })).resolves.toEqual(['wal_4', 'wal_3', 'wal_1']);
    await expect(ids({ metadata: { team: 'red' } })).resolves.toEqual(['wal_4', 'wal_2', 'wal_1']);
    await expect(ids({ metadata: { team: 'red', tier: 'gold' } })).resolves.toEqual(['wal_1']);
    await expect(ids({ metadata: { team: 'red' }, owner: 'user:2' })).resolves.toEqual(['wal_2']);
    await expect(ids({ metadata: { tier: 'red' } })).resolves.toEqual([]);
    await expect(ids({ metadata: { team: 'red' }, account: 'other' })).resolves.toEqual([]);
    const page = { metadata: { team: 'red' }, limit: 2 };
    await expect(list(page)).resolves.toMatchObject({ has_more: true, next_cursor: 'wal_2' });
    await expect(ids({ ...page, startingAfter: 'wal_2' })).resolves.toEqual(['wal_1']);
    await expect(get('wal_2')).resolves.toMatchObject({ metadata: { team: 'red' } });
    await expect(get('wal_3')).resolves.toMatchObject({ metadata: {} });
  });
});

describe('payments from a wallet', () => {
  it('what was posted and provably never left is there again, once, and counts against the limit for its 24 hours', async () => {
    wallets = await startWallets({}, { clock: new ManualClock(NOW) });
    await wallets.send(create());
    await wallets.send(credit('150000000'));
    await wallets.send(reserve('60000000'));
    await wallets.send(post());
    const money = { walletId: 'wal_1', chain: 'base', currency: 'USDC', amount: '60000000' } as const;
    for (let times = 0; times < 2; times++) {
      await wallets.send({ type: 'wallet.ReturnReservation', data: { ...first, ...money } });
    }
    await expect(get()).resolves.toMatchObject({ balances: { usdc: '150.00' }, spent_24h: '60.00' });
  });

  it('balances include what was answered, and spent_24h what counts', async () => {
    const clock = new ManualClock(NOW);
    wallets = await startWallets({}, { clock });
    for (const message of [create(), credit('150000000'), reserve('60000000')]) await wallets.send(message);
    await expect(get()).resolves.toMatchObject({ balances: { usdc: '150.00' }, spent_24h: '60.00' });
    await wallets.send(post());
    await expect(get()).resolves.toMatchObject({ balances: { usdc: '90.00' }, spent_24h: '60.00' });
    clock.advance(DAY);
    await expect(get()).resolves.toMatchObject({ spent_24h: '0.00' });
    await eventually(() => expect(typesTold()).toContain('wallet.funds_reserved'));
  });

  it('protocol rule 4: a message that comes twice has one effect', async () => {
    wallets = await startWallets();
    const messages = [create(), credit('150000000'), reserve('60000000'), giveBack(), reserve('10000000', second)];
    for (const [n, message] of messages.entries()) {
      for (const again of [message, message]) await wallets.send({ ...again, id: `msg_${n}` });
    }
    await wallets.send({ ...reserve('60000000'), id: 'msg_2' });
    await expect(get()).resolves.toMatchObject({ balances: { usdc: '150.00' }, spent_24h: '10.00' });
  });

  it('the limit holds when 200 payments come at once, whatever their amounts and whichever are given back', async () => {
    wallets = await startWallets();
    const LIMIT = 100_000_000n;
    const payment = fc.record({ amount: fc.bigInt({ min: 10_000n, max: LIMIT / 4n }), givenBack: fc.boolean() });
    let race = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(payment, { minLength: 200, maxLength: 200 }), async (payments) => {
        const walletId = `wal_race_${++race}`;
        const refOf = (n: number) => ({
          walletId,
          reservationId: `pay_${race}_${n}#1`,
          paymentId: `pay_${race}_${n}`,
        });
        await wallets.send(create({ walletId }));
        await wallets.send(credit('100000000000', `transfer-${race}`, walletId));
        await Promise.all(
          payments.map(async ({ amount, givenBack }, n) => {
            await wallets.send(reserve(`${amount}`, refOf(n)));
            if (givenBack) await wallets.send(giveBack(refOf(n)));
          }),
        );
        const toldOf = (type: string) => {
          const ids = new Set(
            wallets.told.map(
              (message) => message.type === type && 'paymentId' in message.data && message.data.paymentId,
            ),
          );
          return payments.filter((_, n) => ids.has(refOf(n).paymentId));
        };
        await eventually(() => {
          expect(toldOf('wallet.funds_reserved').length + toldOf('wallet.approval_requested').length).toBe(200);
        });
        const reserved = toldOf('wallet.funds_reserved');
        const spent = sumOf(reserved.filter(({ givenBack }) => !givenBack));
        expect(spent).toBeLessThanOrEqual(LIMIT);
        await expect(get(walletId)).resolves.toMatchObject({ spent_24h: formatAmount(spent) });
        // Nothing waits for an approval that would have fitted.
        for (const { amount } of toldOf('wallet.approval_requested')) {
          expect(amount + sumOf(reserved)).toBeGreaterThan(LIMIT);
        }
      }),
      { numRuns: 5 },
    );
  });

  it('protocol rule 12: an overdue reservation is told to its payment', async () => {
    const clock = new ManualClock(NOW);
    wallets = await startWallets({ RESERVATION_OVERDUE_MS: '60000' }, { clock });
    for (const message of [create(), credit('150000000'), reserve('60000000')]) await wallets.send(message);
    await eventually(() => {
      clock.advance(1_000);
      return typesTold().includes('wallet.reservation_overdue');
    });
    await expect(get()).resolves.toMatchObject({ spent_24h: '60.00' });
  });
});

describe('the ledger of a wallet', () => {
  const request = { ...acme, id: 'wal_1', limit: 100, startingAfter: null };
  const all = { kind: null, paymentId: null, createdAfter: null, createdBefore: null };
  const ledger = (changes: Partial<WalletQueries['wallet.ledger']['params']> = {}) =>
    wallets.runtime.queries.ask('wallet.ledger', { ...request, ...all, ...changes });

  it('has each movement with both of its sides, as soon as the balances have it', async () => {
    wallets = await startWallets();
    const messages = [create(), credit('150000000'), reserve('60000000'), post(), reserve('10000000', second)];
    for (const message of [...messages, giveBack(second)]) await wallets.send(message);
    const page = await ledger();
    expect(page?.data.map(({ kind, payment_id }) => [kind, payment_id])).toEqual([
      ['voided', 'pay_2'],
      ['reserved', 'pay_2'],
      ['posted', 'pay_1'],
      ['reserved', 'pay_1'],
      ['credited', null],
    ]);
    expect(page?.data[2]).toMatchObject({
      currency: 'USDC',
      chain: 'base',
      postings: [
        { account: 'wallet:wal_1:reserved', amount: '-60.00' },
        { account: 'external:payments', amount: '60.00' },
      ],
    });
    await expect(ledger({ paymentId: 'pay_2', kind: 'voided' })).resolves.toMatchObject({ data: [page?.data[0]] });
  });

  it("is empty for a wallet that nothing has moved in, and null for another account's", async () => {
    wallets = await startWallets();
    await wallets.send(create());
    await expect(ledger()).resolves.toEqual({ data: [], has_more: false, next_cursor: null });
    await expect(ledger({ ...other })).resolves.toBeNull();
    await expect(ledger({ id: 'wal_2' })).resolves.toBeNull();
  });

  it('made anew is the one that was kept up to date', async () => {
    wallets = await startWallets();
    for (const message of [create(), credit('150000000'), reserve('60000000'), giveBack()]) await wallets.send(message);
    await ledger();
    const { db, close } = openDatabase<WalletTables>('sqlite::memory:');
    await rebuildReadModel({ store: wallets.runtime.store, db, projection: walletProjection({ overdueMs: 60_000 }) });
    const rows = (of: typeof db) => of.selectFrom('ledger_entries').selectAll().execute();
    expect(await rows(db)).toEqual(await rows(wallets.runtime.database<WalletTables>('wallet')));
    await close();
  });
});

describe('wallet.funded', () => {
  it('Has amount, from and txHash, and the wallet as it is then', async () => {
    wallets = await startWallets();
    for (const message of [create(), credit('150000000')]) await wallets.send(message);
    await eventually(() => expect(typesTold()).toContain('wallet.funded'));
    expect(wallets.told.find(({ type }) => type === 'wallet.funded')).toMatchObject({
      key: 'wal_1',
      sequence: 1,
      data: {
        ...{ id: 'wal_1', amount: '150.00', currency: 'USDC', from: '0xfrom', txHash: '0xhash' },
        balances: { usdc: '150.00', eurc: '0.00' },
      },
    });
  });

  it('a transfer to the address of a wallet is credited once, also to another account, and to nobody else', async () => {
    wallets = await startWallets();
    await wallets.send(create({ walletId: 'wal_3', chain: 'ethereum' }));
    await lookup('wal_3');
    const record = (changes: {
      to?: string;
      chain?: ChainName;
      transferId?: string;
      livemode?: boolean;
    }): TestMessage => {
      const { livemode = false, ...rest } = changes;
      const transfer = { transferId: 'pay_1', from: '0xfrom', txHash: '0xhash' };
      const to = sandboxAddress('wal_1', 'base');
      return {
        type: 'wallet.RecordTransfer',
        livemode,
        data: { ...transfer, currency: 'USDC', amount: '5000000', chain: 'base', to, ...rest },
      };
    };
    // Nobody's, for the time being.
    await wallets.send(record({ transferId: 'pay_0' }));
    await wallets.send({ ...create(), ...other });
    await lookup('wal_1', other);
    await wallets.send(record({}));
    await wallets.send(record({}));
    await wallets.send(record({ transferId: 'pay_2', to: sandboxAddress('wal_2', 'base') }));
    await wallets.send(record({ transferId: 'pay_3', chain: 'ethereum' }));
    await wallets.send(record({ transferId: 'pay_4', livemode: true }));
    await wallets.send(record({ transferId: 'pay_5', chain: 'ethereum', to: sandboxAddress('wal_3', 'ethereum') }));
    await expect(get('wal_3')).resolves.toMatchObject({ balances: { usdc: '5.00' } });
    await Promise.all(Array.from({ length: 20 }, (_, n) => wallets.send(record({ transferId: `pay_1${n}` }))));
    await expect(get('wal_1', other)).resolves.toMatchObject({ balances: { usdc: '105.00' } });
    await eventually(() => expect(typesTold().filter((type) => type === 'wallet.funded')).toHaveLength(22));
    expect(wallets.told.find(({ type }) => type === 'wallet.funded')).toMatchObject({ account: 'other' });
  });
});

describe('approvals', () => {
  const approvals = (
    changes: { status?: ApprovalStatus; wallet?: string; limit?: number; startingAfter?: string } = {},
  ) =>
    wallets.runtime.queries.ask('wallet.approvals', {
      ...{ ...acme, limit: 10, startingAfter: null, wallets: null, status: null, wallet: null },
      ...changes,
    });
  const waiting = () =>
    eventually(async () => {
      const [approval] = (await approvals({ status: 'pending' })).data;
      expect(approval).toBeDefined();
      return approval!;
    });
  const decide = (
    type: 'wallet.ApprovePayment' | 'wallet.RejectPayment',
    approvalId: string,
    id: string,
  ): Promise<void> => wallets.send({ type, id, data: { walletId: 'wal_1', approvalId, approver: null } });

  it('Spend limit reached: the payment is told that it waits, the client that a person is needed', async () => {
    wallets = await startWallets({}, { clock: new ManualClock(NOW) });
    for (const message of [create(), credit('500000000'), reserve('200000000')]) await wallets.send(message);
    const approval = await waiting();
    expect(approval).toEqual({
      id: expect.stringMatching(/^apr_/) as string,
      payment_id: 'pay_1',
      wallet_id: 'wal_1',
      amount: '200.00',
      currency: 'USDC',
      status: 'pending',
      approved_by: [],
      threshold: 1,
      authorization: null,
      typed_data: null,
      expires_at: '2026-01-02T00:00:00.000Z',
      created_at: '2026-01-01T00:00:00.000Z',
    });
    await eventually(() => expect(typesTold()).toContain('wallet.spend_limit_reached'));
    expect(wallets.told.filter(({ type }) => /approval_requested|spend_limit/.test(type))).toMatchObject([
      { key: 'pay_1', data: { reservationId: 'pay_1#1', approvalId: approval.id, walletId: 'wal_1' } },
      { key: 'wal_1', data: { id: 'wal_1', approval_id: approval.id, payment_id: 'pay_1', amount: '200.00' } },
    ]);
  });

  it.each([
    ['wallet.ApprovePayment', 'approved', 'wallet.funds_reserved'],
    ['wallet.RejectPayment', 'rejected', 'wallet.reservation_refused'],
  ] as const)('%s: %s, and the payment is told', async (type, status, told) => {
    wallets = await startWallets();
    for (const message of [create(), credit('500000000'), reserve('200000000')]) await wallets.send(message);
    const { id } = await waiting();
    await decide(type, id, 'req_decide');
    await expect(outcome('req_decide')).resolves.toEqual({ applied: true, refusal: null });
    await expect(wallets.runtime.queries.ask('wallet.approval', { ...acme, id })).resolves.toMatchObject({ status });
    await expect(wallets.runtime.queries.ask('wallet.approval', { ...other, id })).resolves.toBeNull();
    await eventually(() => expect(typesTold()).toContain(told));
    await expect(get()).resolves.toMatchObject({ spent_24h: '0.00' });

    await decide(type, id, 'req_late');
    await expect(outcome('req_late')).resolves.toMatchObject({ applied: true, refusal: { code: 'invalid_state' } });
    await expect(outcome('req_late', other)).resolves.toEqual({ applied: false, refusal: null });
  });

  it('listed approvers are compared as addresses', async () => {
    wallets = await startWallets();
    const address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
    await wallets.send(create({ approvers: [address.toLowerCase()] }));
    for (const message of [credit('500000000'), reserve('200000000')]) await wallets.send(message);
    const { id: approvalId } = await waiting();
    const data = { walletId: 'wal_1', approvalId, approver: address };
    await wallets.send({ type: 'wallet.ApprovePayment', id: 'req_decide', data });
    await expect(outcome('req_decide')).resolves.toEqual({ applied: true, refusal: null });
    await expect(wallets.runtime.queries.ask('wallet.approval', { ...acme, id: approvalId })).resolves.toMatchObject({
      status: 'approved',
      approved_by: [address],
    });
  });

  it('protocol rule 25: expires after APPROVAL_TTL_MS', async () => {
    const clock = new ManualClock(NOW);
    wallets = await startWallets({ APPROVAL_TTL_MS: '5000' }, { clock });
    for (const message of [create(), credit('500000000'), reserve('200000000')]) await wallets.send(message);
    const { id } = await waiting();
    clock.advance(4_999);
    await expect(approvals({ status: 'pending' })).resolves.toMatchObject({ data: [{ id }] });
    await eventually(() => {
      // In steps: a worker that is looking just now looks again a little later.
      clock.advance(1);
      return typesTold().includes('wallet.reservation_refused');
    });
    expect(wallets.told.at(-1)).toMatchObject({ key: 'pay_1', data: { code: 'approval_expired' } });
    await eventually(async () => expect(await approvals({ status: 'expired' })).toMatchObject({ data: [{ id }] }));
    const work = wallets.runtime.database<{ work: { kind: string } }>('wallet').selectFrom('work').selectAll();
    await expect(work.execute()).resolves.toEqual([]);
  });

  it('a Void cancels a waiting approval; lists filter by status and wallet, newest first', async () => {
    const clock = new ManualClock(NOW);
    wallets = await startWallets({}, { clock });
    for (const message of [create(), credit('500000000'), reserve('200000000')]) await wallets.send(message);
    clock.advance(1);
    for (const message of [reserve('300000000', second), giveBack(first)]) await wallets.send(message);
    await eventually(async () => expect((await approvals({ status: 'canceled' })).data).toHaveLength(1));
    const statuses = async (...args: Parameters<typeof approvals>) =>
      (await approvals(...args)).data.map(({ payment_id, status }) => [payment_id, status]);
    const [newest, oldest] = [
      ['pay_2', 'pending'],
      ['pay_1', 'canceled'],
    ];
    await expect(statuses()).resolves.toEqual([newest, oldest]);
    await expect(statuses({ wallet: 'wal_2' })).resolves.toEqual([]);
    const page = await approvals({ limit: 1 });
    expect(page).toMatchObject({ data: [{ payment_id: 'pay_2' }], has_more: true });
    await expect(statuses({ limit: 1, startingAfter: page.next_cursor! })).resolves.toEqual([oldest]);
  });
});

describe('signatures of approvers', () => {
  const TO = '0x52908400098527886E0F7030069857D2E4169EE7';
  const [alice, bob, carol] = [1, 2, 3].map((n) => privateKeyToAccount(`0x${String(n).repeat(64)}`)) as [
    PrivateKeyAccount,
    PrivateKeyAccount,
    PrivateKeyAccount,
  ];
  const overLimit = (): TestMessage => {
    const { type, data } = reserve('200000000') as { type: 'wallet.ReserveFunds'; data: object };
    return { type, data: { ...data, to: TO } } as TestMessage;
  };
  let approval: Approval;

  beforeEach(async () => {
    wallets = await startWallets({}, { clock: new ManualClock(NOW) });
    const rules = { approvers: [alice.address, bob.address], approvalThreshold: 2 };
    for (const message of [create(rules), credit('500000000'), overLimit()]) await wallets.send(message);
    [approval] = (await eventually(async () => {
      const { data } = await approvals();
      expect(data).toHaveLength(1);
      return data;
    })) as [Approval];
  });

  const approvals = () =>
    wallets.runtime.queries.ask('wallet.approvals', {
      ...{ ...acme, limit: 10, startingAfter: null, wallets: null, status: null, wallet: null },
    });
  const sign = (by: PrivateKeyAccount): Promise<string> => by.signTypedData(approval.typed_data as never);
  const approve = async (id: string, approver: string, signature: string): Promise<object | null> => {
    const sealedSignature = wallets.runtime.secrets.seal(signature, 'approval signature');
    const data = { walletId: 'wal_1', approvalId: approval.id, approver, sealedSignature };
    await wallets.send({ type: 'wallet.ApprovePayment', id, data });
    return (await outcome(id)).refusal;
  };

  it('an approval shows the transfer, and the message over its digest that approvers sign', () => {
    const address = sandboxAddress('wal_1', 'base');
    expect(approval.authorization).toMatchObject({
      primaryType: 'TransferWithAuthorization',
      message: {
        from: address,
        to: TO,
        value: '200000000',
        // The day that it may be approved in, and the validity of a transfer that is authorized at its end.
        validBefore: String((NOW + DAY + wallets.runtime.configuration.sandboxValidityMs) / 1_000),
        nonce: keccak256(toHex('pay_1')),
      },
    });
    expect(approval.typed_data).toMatchObject({
      domain: { verifyingContract: address },
      primaryType: 'SafeMessage',
      message: { message: hashTypedData(approval.authorization as never) },
    });
  });

  it('an approval of a payment with an on-chain id has that nonce', async () => {
    const onchainId = `0x${'ab'.repeat(32)}`;
    const { type, data } = overLimit();
    const asked = { ...data, paymentId: 'pay_2', reservationId: 'pay_2#1', onchainId };
    await wallets.send({ type, data: asked } as TestMessage);
    const [newest] = await eventually(async () => {
      const { data } = await approvals();
      expect(data).toHaveLength(2);
      return data;
    });
    expect(newest?.authorization).toMatchObject({ message: { to: TO, nonce: onchainId } });
  });

  it('two right ones approve, and neither is in an answer or a message', async () => {
    const signatures = [await sign(alice), await sign(bob)] as const;
    await expect(approve('req_1', alice.address, signatures[0])).resolves.toBeNull();
    await expect(approve('req_2', alice.address, signatures[0])).resolves.toBeNull();
    await expect(approvals()).resolves.toMatchObject({ data: [{ status: 'pending', approved_by: [alice.address] }] });
    await expect(approve('req_3', bob.address, signatures[1])).resolves.toBeNull();
    await expect(approvals()).resolves.toMatchObject({ data: [{ status: 'approved' }] });
    await eventually(() => expect(typesTold()).toContain('wallet.funds_reserved'));
    const told = JSON.stringify([wallets.told, await approvals(), await wallets.runtime.store.read('wallet-wal_1')]);
    for (const signature of signatures) expect(told).not.toContain(signature.slice(2, 100));
  });

  it.each([
    ["another approver's", () => sign(bob), `The signature is of ${bob.address}, and not of ${alice.address}.`],
    ["a stranger's", () => sign(carol), `The signature is of ${carol.address}, and not of ${alice.address}.`],
    ['bytes that no key has made', () => Promise.resolve(`0x${'00'.repeat(65)}`), expect.stringContaining('65 bytes')],
  ])('%s is refused', async (_, signature, message) => {
    await expect(approve('req_1', alice.address, await signature())).resolves.toEqual({
      ...{ code: 'invalid_request', message: message as string, param: 'signature' },
    });
    await expect(approvals()).resolves.toMatchObject({ data: [{ status: 'pending', approved_by: [] }] });
  });

  it('one that comes after the cancellation is too late', async () => {
    await wallets.send(giveBack());
    await expect(approve('req_1', alice.address, await sign(alice))).resolves.toMatchObject({ code: 'invalid_state' });
  });
});

describe('the read model', () => {
  it('made anew is the one that was kept up to date', async () => {
    wallets = await startWallets();
    const third = { ...second, reservationId: 'pay_3#1', paymentId: 'pay_3' };
    const history = [create(), credit('500000000'), reserve('60000000'), post(), reserve('200000000', second)];
    for (const message of [...history, giveBack(second), reserve('300000000', third)]) await wallets.send(message);
    await wallets.send(create({ walletId: 'wal_2', compliance: 'auto' }));
    const refused = { walletId: 'wal_2', ref: 'cpl_1', status: 'blocked', reason: null } as const;
    await wallets.send({ type: 'compliance.owner_screened', id: 'req_last', data: refused });
    const { queries, store, configuration } = wallets.runtime;
    await queries.ask('wallet.outcome', { ...acme, id: 'wal_2', commandId: 'req_last' });

    const database = openDatabase<WalletTables & { readonly work: object }>('sqlite::memory:');
    const projection = walletProjection({ overdueMs: configuration.reservationOverdueMs });
    await rebuildReadModel({ store, db: database.db as never, projection });
    const live = wallets.runtime.database<WalletTables & { readonly work: object }>('wallet');
    for (const table of ['wallets', 'approvals', 'transfers', 'reservations', 'work'] as const) {
      const rows = await live.selectFrom(table).selectAll().execute();
      expect(rows.length).toBeGreaterThan(0);
      expect(await database.db.selectFrom(table).selectAll().execute()).toEqual(rows);
    }
    await database.close();
  });
});
