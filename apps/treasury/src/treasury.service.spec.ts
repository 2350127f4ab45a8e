import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChainName, Units, LedgerEntry, LedgerRequest } from '@stablecoin/contracts';
import { Projector, rebuildReadModel } from '@stablecoin/event-sourcing';
import { openDatabase } from '@stablecoin/stores';
import type { Kysely } from 'kysely';
import { ManualClock, eventually, silentLog, silentMeter } from '@stablecoin/event-sourcing/testing';
import { databaseKinds } from '@stablecoin/stores/testing';
import { TreasuryHandler } from './application/handlers';
import { treasuryDecider } from './domain/decide-treasury';
import { type TreasuryCommand } from './domain/treasury-commands';
import { treasuryStream } from './domain/streams';
import { appliedBefore } from './read-model/treasury-history';
import { treasuryProjection } from './read-model/treasury-projection';
import { type TreasuryTables } from './read-model/tables';
import { startTreasury, type TestCommand, type TestTreasury } from './testing/start-treasury';

/** For what takes many steps of the clock. */

const acme = { account: 'acme', livemode: false };
const first = { reservationId: 'pay_1#1', paymentId: 'pay_1' };
const reserve = (amount: Units, ref = first, candidates: readonly ChainName[] = ['base']): TestCommand => ({
  type: 'treasury.ReserveFunds',
  data: { ...ref, amount, currency: 'USDC', candidates },
});
const post = (ref = first): TestCommand => ({ type: 'treasury.PostReservation', data: ref });
const giveBack = (ref = first): TestCommand => ({ type: 'treasury.VoidReservation', data: ref });
const credit = (amount: Units, transferId = 'transfer-1'): TestCommand => ({
  type: 'treasury.CreditTreasury',
  data: { transferId, chain: 'base', currency: 'USDC', amount, from: '0xfrom', txHash: '0xhash' },
});

let treasury: TestTreasury;
/** What a test has opened beside the service: closed also when it fails, or Jest waits for it in vain. */
const toClose: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close();
  await treasury.stop();
});

function openReadModel(): Kysely<TreasuryTables> {
  const { db, close } = openDatabase<TreasuryTables>('sqlite::memory:');
  toClose.push(close);
  return db;
}

/** A page of the ledger that nothing narrows down. */
const EVERYTHING = { kind: null, paymentId: null, createdAfter: null, createdBefore: null };
const balance = (tenant = acme) => treasury.runtime.queries.ask('treasury.balance', tenant);
const ledger = (limit: number, startingAfter: string | null = null, tenant = acme) =>
  treasury.runtime.queries.ask('treasury.ledger', { ...tenant, ...EVERYTHING, limit, startingAfter });
const filtered = async (filter: Partial<LedgerRequest>) => {
  const page = { ...acme, ...EVERYTHING, limit: 100, startingAfter: null, ...filter };
  return (await treasury.runtime.queries.ask('treasury.ledger', page)).data;
};

describe('GET /treasury/balance', () => {
  beforeEach(async () => {
    treasury = await startTreasury({}, { clock: new ManualClock(Date.UTC(2026, 0, 1)) });
  });

  it('sandbox, opening state: SANDBOX_OPENING_BALANCE of each currency on each chain, before anything has happened', async () => {
    const perChain = { usdc: '1000.00', eurc: '1000.00' };
    await expect(balance()).resolves.toEqual({
      usdc: '3000.00',
      eurc: '3000.00',
      chains: { base: '1000.00', ethereum: '1000.00', solana: '1000.00' },
      available: { base: perChain, ethereum: perChain, solana: perChain },
      reserved: {
        base: { usdc: '0.00', eurc: '0.00' },
        ethereum: { usdc: '0.00', eurc: '0.00' },
        solana: { usdc: '0.00', eurc: '0.00' },
      },
      held: {
        base: { usdc: '0.00', eurc: '0.00' },
        ethereum: { usdc: '0.00', eurc: '0.00' },
        solana: { usdc: '0.00', eurc: '0.00' },
      },
      as_of: '2026-01-01T00:00:00.000Z',
    });
  });

  it('a live treasury opens empty', async () => {
    await expect(balance({ account: 'acme', livemode: true })).resolves.toMatchObject({ usdc: '0.00', eurc: '0.00' });
  });

  it('reserved amounts stay in the balance until they leave, and available and reserved add up to it', async () => {
    await treasury.send(reserve('400000000'));
    await expect(balance()).resolves.toMatchObject({
      usdc: '3000.00',
      chains: { base: '1000.00' },
      available: { base: { usdc: '600.00', eurc: '1000.00' } },
      reserved: { base: { usdc: '400.00', eurc: '0.00' } },
    });
    await treasury.send(post());
    await expect(balance()).resolves.toMatchObject({
      usdc: '2600.00',
      chains: { base: '600.00' },
      available: { base: { usdc: '600.00' } },
      reserved: { base: { usdc: '0.00' } },
    });
  });

  it('what is voided leaves the treasury exactly where it was', async () => {
    const before = await balance();
    await treasury.send(reserve('400000000'));
    await treasury.send(giveBack());
    await expect(balance()).resolves.toEqual(before);
  });

  it('what was posted and provably never left is there again, once, and the ledger says so', async () => {
    await treasury.send(reserve('400000000'));
    await treasury.send(post());
    const money = { chain: 'base', currency: 'USDC', amount: '400000000' } as const;
    for (let times = 0; times < 2; times++) {
      await treasury.send({ type: 'treasury.ReturnReservation', data: { ...first, ...money } });
    }
    await expect(balance()).resolves.toMatchObject({ usdc: '3000.00', available: { base: { usdc: '1000.00' } } });
    const [entry, ...more] = await filtered({ kind: 'returned' });
    expect(more).toEqual([]);
    expect(entry).toMatchObject({
      payment_id: 'pay_1',
      postings: [
        { account: 'external:payments', amount: '-400.00' },
        { account: 'treasury:base:available', amount: '400.00' },
      ],
    });
  });

  it('each account has its own', async () => {
    await treasury.send({ ...credit('5000000'), account: 'other' });
    await expect(balance()).resolves.toMatchObject({ usdc: '3000.00' });
    await expect(balance({ account: 'other', livemode: false })).resolves.toMatchObject({ usdc: '3005.00' });
  });
});

describe('reservations', () => {
  it('the payment is told what was reserved, or why not', async () => {
    treasury = await startTreasury();
    await treasury.send(reserve('400000000'));
    await treasury.send(reserve('700000000', { reservationId: 'pay_2#1', paymentId: 'pay_2' }));
    await eventually(() => expect(treasury.told).toHaveLength(2));
    expect(treasury.told).toMatchObject([
      { type: 'treasury.funds_reserved', key: 'pay_1', data: { ...first, chain: 'base' }, account: 'acme' },
      { type: 'treasury.reservation_refused', key: 'pay_2', data: { code: 'insufficient_balance' } },
    ]);
  });

  it('protocol rule 4: a message that comes twice has one effect, and a transfer counts once under any message', async () => {
    treasury = await startTreasury();
    for (const id of ['msg_1', 'msg_1']) await treasury.send({ ...reserve('400000000'), id });
    for (const id of ['req_a', 'req_a', 'req_b']) await treasury.send({ ...credit('5000000'), id });
    await expect(balance()).resolves.toMatchObject({ usdc: '3005.00', reserved: { base: { usdc: '400.00' } } });
  });

  it('protocol rule 7: a Post for a treasury that does not exist goes to the dead letters, a Void does not', async () => {
    treasury = await startTreasury();
    await treasury.send(post());
    await expect(treasury.runtime.deadLetters.list()).resolves.toMatchObject([
      { consumer: 'treasury', attempts: 1, message: { type: 'treasury.PostReservation' } },
    ]);
    await treasury.send(giveBack());
    await treasury.send(reserve('1000000'));
    await expect(balance()).resolves.toMatchObject({ reserved: { base: { usdc: '0.00' } } });
    await expect(treasury.runtime.deadLetters.list()).resolves.toHaveLength(1);
  });

  it('protocol rule 12: an overdue reservation is told again and again until it is answered, and never voided', async () => {
    const clock = new ManualClock();
    treasury = await startTreasury({ RESERVATION_OVERDUE_MS: '60000' }, { clock });
    await treasury.send(reserve('400000000'));
    const overdue = () => treasury.told.filter(({ type }) => type === 'treasury.reservation_overdue');
    for (const times of [1, 2, 3]) {
      await eventually(() => {
        // In steps: what is due may be told only once the read model has it.
        clock.advance(1_000);
        return overdue().length >= times;
      });
      await expect(balance()).resolves.toMatchObject({ reserved: { base: { usdc: '400.00' } } });
    }
    const elapsed = clock.now() - Date.UTC(2026, 0, 1);
    expect(elapsed).toBeGreaterThanOrEqual(3 * 60_000);
    expect(overdue()[0]).toMatchObject({ key: 'pay_1', data: first, account: 'acme', correlationId: 'req_1' });
    expect(new Set(overdue().map(({ id }) => id)).size).toBe(overdue().length);

    await treasury.send(post());
    await eventually(async () => expect(await openReservations()).toEqual([]));
    // On a busy machine the clock gets ahead: what was found overdue meanwhile is still on its way.
    const found = (await treasury.runtime.store.read('treasury-acme.test')).filter(isOverdue).length;
    await eventually(() => expect(overdue()).toHaveLength(found));
    clock.advance(600_000);
    await treasury.send(reserve('1000000', { reservationId: 'pay_9#1', paymentId: 'pay_9' }));
    await eventually(() => treasury.told.some(({ key }) => key === 'pay_9'));
    expect(overdue()).toHaveLength(found);
  });

  const isOverdue = ({ type }: { readonly type: string }): boolean => type === 'ReservationOverdue';

  const openReservations = () =>
    treasury.runtime
      .database<TreasuryTables>('treasury')
      .selectFrom('reservations')
      .selectAll()
      .where('due_at', 'is not', null)
      .execute();
});

describe('payments that wait for an approval', () => {
  const needsApproval = (ref = first): TestCommand => ({
    type: 'treasury.ReserveFunds',
    data: {
      ...{ ...ref, amount: '400000000', currency: 'USDC', candidates: ['base'] },
      policy: { treasuryApproval: true },
    },
  });
  const approve = (approvalId: string, id: string): Promise<void> =>
    treasury.send({ type: 'treasury.ApprovePayment', id, data: { approvalId, by: ['key_1', 'usr_0'] } });
  const reject = (approvalId: string, id: string): Promise<void> =>
    treasury.send({ type: 'treasury.RejectPayment', id, data: { approvalId } });
  const outcome = (commandId: string) =>
    treasury.runtime.queries.ask('treasury.outcome', { ...acme, id: 'acme.test', commandId });
  const list = (changes: object = {}) =>
    treasury.runtime.queries.ask('treasury.approvals', {
      ...{ ...acme, limit: 10, startingAfter: null, status: null },
      ...changes,
    });
  const read = (id: string, tenant = acme) => treasury.runtime.queries.ask('treasury.approval', { ...tenant, id });
  const waitingId = async () => (await list({ status: 'pending' })).data[0]?.id ?? 'none';

  it('the payment is told that it waits, and the approval is shown', async () => {
    treasury = await startTreasury({}, { clock: new ManualClock(Date.UTC(2026, 0, 1)) });
    await expect(list()).resolves.toEqual({ data: [], has_more: false, next_cursor: null });
    await treasury.send(needsApproval());
    const id = await waitingId();
    const approval = {
      ...{ id, payment_id: 'pay_1', wallet_id: null, amount: '400.00', currency: 'USDC', status: 'pending' },
      ...{ approved_by: [], threshold: 1, authorization: null, typed_data: null },
      ...{ expires_at: '2026-01-02T00:00:00.000Z', created_at: '2026-01-01T00:00:00.000Z' },
    };
    await expect(list()).resolves.toEqual({ data: [approval], has_more: false, next_cursor: null });
    await expect(read(id)).resolves.toEqual(approval);
    await expect(read(id, { account: 'other', livemode: false })).resolves.toBeNull();
    await eventually(() =>
      expect(treasury.told).toMatchObject([
        { type: 'treasury.approval_requested', key: 'pay_1', data: { ...first, approvalId: id } },
      ]),
    );
    await expect(balance()).resolves.toMatchObject({ reserved: { base: { usdc: '0.00' } } });
  });

  it.each([
    ['approve', approve, 'approved', ['key_1'], 'treasury.funds_reserved'],
    ['reject', reject, 'rejected', [], 'treasury.reservation_refused'],
  ] as const)('%s: a decision that comes twice counts once', async (_, decide, status, approved_by, told) => {
    treasury = await startTreasury();
    await treasury.send(needsApproval());
    const id = await waitingId();
    for (const request of ['req_a', 'req_a']) await decide(id, request);
    await expect(outcome('req_a')).resolves.toEqual({ applied: true, refusal: null });
    await expect(read(id)).resolves.toMatchObject({ status, approved_by });
    await decide(id, 'req_late');
    await expect(outcome('req_late')).resolves.toMatchObject({ refusal: { code: 'invalid_state' } });
    await eventually(() => expect(treasury.told.map(({ type }) => type)).toContain(told));
    expect(treasury.told.filter(({ type }) => type === told)).toHaveLength(1);
  });

  it('protocol rule 25: expires after APPROVAL_TTL_MS', async () => {
    const clock = new ManualClock(Date.UTC(2026, 0, 1));
    treasury = await startTreasury({ APPROVAL_TTL_MS: '5000' }, { clock });
    await treasury.send(needsApproval());
    const id = await waitingId();
    clock.advance(4_999);
    await expect(read(id)).resolves.toMatchObject({ status: 'pending' });
    await eventually(() => {
      clock.advance(1_000);
      return treasury.told.some(({ type }) => type === 'treasury.reservation_refused');
    });
    await expect(read(id)).resolves.toMatchObject({ status: 'expired' });
  });

  it('protocol rule 4: what a command has left behind tells that it was applied', async () => {
    treasury = await startTreasury();
    const db = treasury.runtime.database<TreasuryTables>('treasury');
    const known = (type: TreasuryCommand['type'], data: object) =>
      appliedBefore(db, 'treasury-acme.test', { type, data } as unknown as TreasuryCommand);
    await expect(known('ReserveFunds', first)).resolves.toBe(false);
    await treasury.send(needsApproval());
    const approvalId = await waitingId();
    await expect(known('ReserveFunds', first)).resolves.toBe(true);
    await expect(known('ApprovePayment', { approvalId })).resolves.toBe(false);
    await approve(approvalId, 'req_a');
    await outcome('req_a');
    for (const type of ['ApprovePayment', 'RejectPayment', 'ExpireApproval'] as const) {
      await expect(known(type, { approvalId })).resolves.toBe(true);
    }
  });
});

describe('PATCH /treasury/settings and treasury.low_balance', () => {
  const configure = (data: Extract<TestCommand, { type: 'treasury.ConfigureTreasury' }>['data']): TestCommand => ({
    type: 'treasury.ConfigureTreasury',
    data,
  });
  const settings = () => treasury.runtime.queries.ask('treasury.settings', acme);

  it('shows what is set, and what is not as null', async () => {
    treasury = await startTreasury();
    const chains = { base: null, ethereum: null, solana: null };
    await expect(settings()).resolves.toEqual({ low_balance: { total: null, chains } });
    await treasury.send(configure({ lowBalance: { total: '1000000000', chains: { base: '5000000' } } }));
    await treasury.send(configure({ lowBalance: { total: null } }));
    await expect(settings()).resolves.toEqual({ low_balance: { total: null, chains: { ...chains, base: '5.00' } } });
  });

  it('tells a crossing once, with the balance as it was then', async () => {
    treasury = await startTreasury();
    await treasury.send(configure({ lowBalance: { chains: { base: '900000000' } } }));
    await treasury.send(reserve('150000000'));
    await treasury.send(post());
    await treasury.send(reserve('1000000', { reservationId: 'pay_2#1', paymentId: 'pay_2' }));
    await treasury.send(post({ reservationId: 'pay_2#1', paymentId: 'pay_2' }));
    await eventually(() => expect(treasury.told).toHaveLength(3));
    const low = treasury.told.filter(({ type }) => type === 'treasury.low_balance');
    expect(low).toHaveLength(1);
    expect(low[0]).toMatchObject({
      key: 'acme.test',
      sequence: 4,
      data: { scope: 'base', threshold: '900.00', balance: '850.00', usdc: '2850.00', chains: { base: '850.00' } },
    });
  });

  it('answers what became of a command, and only to its own account', async () => {
    treasury = await startTreasury();
    const outcome = (commandId: string, tenant = acme) =>
      treasury.runtime.queries.ask('treasury.outcome', { ...tenant, id: 'acme.test', commandId });
    await treasury.send({ ...configure({ lowBalance: {} }), id: 'req_configure' });
    await expect(outcome('req_configure')).resolves.toEqual({ applied: true, refusal: null });
    await expect(outcome('req_other')).resolves.toEqual({ applied: false, refusal: null });
    await expect(outcome('req_configure', { account: 'other', livemode: false })).resolves.toMatchObject({
      applied: false,
    });
  });

  it('an outcome that says applied has the ledger behind it', async () => {
    treasury = await startTreasury();
    await treasury.send({ ...credit('5000000'), id: 'req_faucet' });
    await treasury.runtime.queries.ask('treasury.outcome', { ...acme, id: 'acme.test', commandId: 'req_faucet' });
    await expect(ledger(1)).resolves.toMatchObject({ data: [{ kind: 'credited' }] });
  });
});

describe('GET /treasury/ledger', () => {
  const settledLedger = async (entries: number) => {
    await eventually(async () => expect((await ledger(100)).data).toHaveLength(entries));
    return ledger(100);
  };

  beforeEach(async () => {
    treasury = await startTreasury();
    await treasury.send(reserve('400000000'));
    await treasury.send(post());
    await treasury.send(reserve('200000000', { reservationId: 'pay_2#1', paymentId: 'pay_2' }));
    await treasury.send(giveBack({ reservationId: 'pay_2#1', paymentId: 'pay_2' }));
    await treasury.send(credit('5000000'));
  });

  it('begins with the opening, in the append of the first command', async () => {
    const tenant = { account: 'acts_first', livemode: false };
    await treasury.send({ ...credit('5000000'), account: 'acts_first' });
    const { data } = await ledger(100, null, tenant);
    expect(data.map(({ kind }) => kind)).toEqual(['credited', ...Array<string>(6).fill('opened')]);
    expect(data[1]).toMatchObject({
      payment_id: null,
      postings: [
        { account: 'equity:opening', amount: '-1000.00' },
        { account: 'treasury:solana:available', amount: '1000.00' },
      ],
    });
    expect(await balance(tenant)).toMatchObject({ usdc: '3005.00', eurc: '3000.00' });
  });

  it('a look changes nothing: an account that nothing has happened to has its balance, and no entries yet', async () => {
    const { queries, store } = treasury.runtime;
    const page = { ...EVERYTHING, limit: 100, startingAfter: null };
    const day = { from: 0, to: 3_600_000, interval: 'hour' } as const;
    for (const livemode of [false, true]) {
      const tenant = { account: 'only_looks', livemode };
      const total = livemode ? '0.00' : '3000.00';
      await expect(balance(tenant)).resolves.toMatchObject({ usdc: total, eurc: total });
      await expect(queries.ask('treasury.settings', tenant)).resolves.toMatchObject({ low_balance: { total: null } });
      const { data } = await queries.ask('treasury.reconciliation', tenant);
      expect(data[0]).toMatchObject({ booked: livemode ? '0.00' : '1000.00' });
      await expect(queries.ask('treasury.history', { ...tenant, ...day })).resolves.toMatchObject([{ usdc: '0.00' }]);
      await expect(queries.ask('treasury.ledger', { ...tenant, ...page })).resolves.toMatchObject({ data: [] });
      await expect(store.read(treasuryStream(tenant))).resolves.toEqual([]);
    }
  });

  it('the live ledger opens empty, like its balance', async () => {
    const live = { account: 'acme', livemode: true };
    expect((await ledger(100, null, live)).data).toEqual([]);
    expect(await balance(live)).toMatchObject({ usdc: '0.00', eurc: '0.00' });
  });

  it('has every movement that a balance already shows', async () => {
    for (let n = 1; n <= 20; n++) {
      await treasury.send(credit('1000000', `transfer-again-${n}`));
      const { usdc } = await balance();
      const { data } = await ledger(100);
      const sum = (of: LedgerEntry[]) =>
        of
          .flatMap(({ currency, postings }) => (currency === 'USDC' ? postings : []))
          .filter(({ account }) => account.startsWith('treasury:'))
          .reduce((total, { amount }) => total + Number(amount), 0);
      expect(sum([...data])).toBe(Number(usdc));
    }
  });

  it('newest first; every entry has two sides that sum to zero', async () => {
    const { data } = await settledLedger(11);
    expect(data.map(({ kind }) => kind)).toEqual([
      ...['credited', 'voided', 'reserved', 'posted', 'reserved'],
      ...Array<string>(6).fill('opened'),
    ]);
    expect(data[3]).toEqual({
      id: expect.stringMatching(/^led_/) as string,
      at: expect.stringMatching(/Z$/) as string,
      kind: 'posted',
      currency: 'USDC',
      chain: 'base',
      payment_id: 'pay_1',
      postings: [
        { account: 'treasury:base:reserved', amount: '-400.00' },
        { account: 'external:payments', amount: '400.00' },
      ],
    });
    for (const { postings } of data) expect(postings.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(0);
  });

  it('pages by keyset: the pages together are the whole, and an entry of others begins none', async () => {
    const { data } = await settledLedger(11);
    const pages = [];
    for (let cursor: string | null = null, more = true; more;) {
      const page = await ledger(3, cursor);
      expect(page.next_cursor).toBe(page.has_more ? page.data.at(-1)?.id : null);
      pages.push(page.data);
      cursor = page.next_cursor;
      more = page.has_more;
    }
    expect(pages.map(({ length }) => length)).toEqual([3, 3, 3, 2]);
    expect(pages.flat()).toEqual(data);
    await treasury.send({ ...credit('1'), account: 'other' });
    const other = { account: 'other', livemode: false };
    await eventually(async () => expect((await ledger(100, null, other)).data).toHaveLength(7));
    await expect(ledger(3, data[0]!.id, other)).resolves.toEqual({
      data: [],
      has_more: false,
      next_cursor: null,
    });
    await expect(ledger(3, 'led_unknown')).resolves.toMatchObject({ data: [] });
  });

  it('is narrowed down by kind, by payment and by time, page by page', async () => {
    const { data } = await settledLedger(11);
    expect(await filtered({ kind: 'reserved' })).toEqual(data.filter(({ kind }) => kind === 'reserved'));
    expect(await filtered({ paymentId: 'pay_1' })).toEqual(data.filter(({ payment_id }) => payment_id === 'pay_1'));
    expect(await filtered({ paymentId: 'pay_1', kind: 'posted' })).toEqual([data[3]]);
    expect(await filtered({ kind: 'reserved', limit: 1, startingAfter: data[2]!.id })).toEqual([data[4]]);
    const [first, last] = [Date.parse(data.at(-1)!.at), Date.parse(data[0]!.at)];
    const between = data.filter(({ at }) => Date.parse(at) > first && Date.parse(at) < last + 1);
    expect(await filtered({ createdAfter: first, createdBefore: last + 1 })).toEqual(between);
    expect(await filtered({ createdAfter: last })).toEqual([]);
    expect(await filtered({ createdBefore: first })).toEqual([]);
  });

  it('the read model made anew is the one that was kept up to date', async () => {
    await settledLedger(11);
    const tables = ['balance_hours', 'ledger_entries', 'reservations', 'transfers', 'configurations'] as const;
    const live = treasury.runtime.database<TreasuryTables>('treasury');
    const db = openReadModel();
    const projection = treasuryProjection({ overdueMs: treasury.runtime.configuration.reservationOverdueMs });
    await rebuildReadModel({ store: treasury.runtime.store, db, projection });
    for (const table of tables) {
      const rows = await db.selectFrom(table).selectAll().execute();
      expect(rows).toEqual(await live.selectFrom(table).selectAll().execute());
    }
  });
});

describe.each(databaseKinds())('the balance over time, on $name', ({ environment }) => {
  const clock = new ManualClock(Date.UTC(2026, 0, 1, 22, 30));
  const history = (from: string, interval: 'hour' | 'day' = 'hour') =>
    treasury.runtime.queries.ask('treasury.history', {
      ...{ ...acme, interval, from: Date.parse(from), to: clock.now() + 1 },
    });

  it('is that of the end of each hour or day, in the order of the books, and the same when it is made anew', async () => {
    treasury = await startTreasury(await environment(), { clock });
    await treasury.send(credit('5000000'));
    await treasury.send(reserve('400000000'));
    clock.advance(2 * 3_600_000);
    await treasury.send(post());
    // A message that was sent in the hour before, and came after the other one.
    await treasury.send({ ...credit('1000000', 'transfer-2'), time: clock.now() - 3_600_000 });

    const hours = await history('2026-01-01T21:59:59Z');
    expect(hours.map(({ start, usdc, eurc }) => `${start.slice(11, 16)} ${usdc} ${eurc}`)).toEqual([
      ...['21:00 0.00 0.00', '22:00 3005.00 3000.00', '23:00 3005.00 3000.00', '00:00 2606.00 3000.00'],
    ]);
    expect(hours.at(-1)?.chains.base).toEqual({ usdc: '606.00', eurc: '1000.00' });
    const days = await history('2025-12-31T12:00:00Z', 'day');
    expect(days.map(({ start, usdc }) => `${start.slice(0, 10)} ${usdc}`)).toEqual([
      ...['2025-12-31 0.00', '2026-01-01 3005.00', '2026-01-02 2606.00'],
    ]);
    expect((await history('2026-01-02T00:15:00Z')).map(({ usdc }) => usdc)).toEqual(['2606.00']);

    const db = openReadModel();
    const projection = treasuryProjection({ overdueMs: treasury.runtime.configuration.reservationOverdueMs });
    await rebuildReadModel({ store: treasury.runtime.store, db, projection });
    const rows = (of: Kysely<TreasuryTables>) =>
      of.selectFrom('balance_hours').selectAll().orderBy('chain').orderBy('currency').orderBy('hour').execute();
    expect(await rows(db)).toEqual(await rows(treasury.runtime.database<TreasuryTables>('treasury')));
  });
});

describe('a restart', () => {
  it('keeps every balance, and a message that was handled before it has no second effect', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'treasury-'));
    const onDisk = { EVENT_STORE_URL: 'sqlite:', DATA_DIR: folder };
    treasury = await startTreasury(onDisk);
    await treasury.send({ ...reserve('400000000'), id: 'msg_1', time: 1_000 });
    await treasury.send({ ...credit('5000000'), id: 'req_2', time: 1_000 });
    const { available, reserved, usdc } = await balance();
    await treasury.stop();

    treasury = await startTreasury(onDisk);
    await treasury.send({ ...reserve('400000000'), id: 'msg_1', time: 1_000 });
    await treasury.send({ ...credit('5000000'), id: 'req_2', time: 1_000 });
    await expect(balance()).resolves.toMatchObject({ available, reserved, usdc });
    await eventually(async () => expect((await ledger(100)).data).toHaveLength(8));
    await treasury.stop();
    rmSync(folder, { recursive: true });
  });
});

describe('what sending has cost', () => {
  it('is booked once for a submission, whoever tells of it: an entry in its own coin, which counts in no balance', async () => {
    treasury = await startTreasury();
    await treasury.send(credit('5000000'));
    const [before, { data: entries }] = [await balance(), await ledger(100)];
    const fee = { submission: '0xa', chain: 'base', amount: '21000000000001', transactions: ['0xa'] } as const;
    for (let time = 0; time < 3; time++) await treasury.send({ type: 'treasury.BookNetworkFee', data: fee });
    const events = await treasury.runtime.store.read('treasury-acme.test');
    expect(events.filter(({ type }) => type === 'NetworkFeePaid')).toMatchObject([{ data: { ...fee, coin: 'ETH' } }]);
    await expect(balance()).resolves.toEqual({ ...before, as_of: expect.any(String) });
    const { data } = await ledger(100);
    expect(data.slice(1)).toEqual(entries);
    expect(data[0]).toEqual({
      id: expect.stringMatching(/^led_/) as string,
      at: expect.stringMatching(/Z$/) as string,
      kind: 'network_fee',
      currency: 'ETH',
      chain: 'base',
      payment_id: null,
      postings: [
        { account: 'relayers:base', amount: '-0.000021000000000001' },
        { account: 'external:network_fees', amount: '0.000021000000000001' },
      ],
    });
    expect(await filtered({ kind: 'network_fee' })).toEqual([data[0]]);
  });
});

describe('protocol rules 4 and 13: what the stream has forgotten is found in the read model', () => {
  it('no command is applied twice, however old', async () => {
    const clock = new ManualClock();
    treasury = await startTreasury({}, { clock });
    const { store } = treasury.runtime;
    const db = openReadModel();
    const projection = treasuryProjection({ overdueMs: 60_000 });
    const projector = new Projector({ store, db, projection, clock, log: silentLog, meter: silentMeter });
    const forgetful = new TreasuryHandler({
      ...{ store, clock, log: silentLog, meter: silentMeter },
      decider: treasuryDecider,
      history: {
        position: () => projector.position(),
        appliedBefore: (stream, command) => appliedBefore(db, stream, command),
      },
      ...{ rememberLeast: 0, rememberMost: 0, rememberMs: 0 },
    });
    await projector.start();
    toClose.push(() => projector.stop());
    const stream = 'treasury-acme.test';
    let at = clock.now();
    const command = (type: TreasuryCommand['type'], data: object): TreasuryCommand => {
      const envelope = { id: `msg_${at}`, at: at++, correlationId: 'req_1', account: 'acme', livemode: false };
      return { ...envelope, type, data: { ...data, opening: '1000' } } as unknown as TreasuryCommand;
    };
    const transfer = { transferId: 'transfer-1', chain: 'base', currency: 'USDC', amount: '5', from: '', txHash: '' };
    const fee = { submission: '0xa', chain: 'base', amount: '21000', transactions: ['0xa'] };
    const second = { reservationId: 'pay_2#1', paymentId: 'pay_2' };
    const third = { reservationId: 'pay_3#1', paymentId: 'pay_3' };
    const open = { reservationId: 'pay_4#1', paymentId: 'pay_4' };
    const late = command('ReserveFunds', { ...second, amount: '300', currency: 'USDC', candidates: ['base'] });
    const commands = [
      command('ReserveFunds', { ...first, amount: '300', currency: 'USDC', candidates: ['base'] }),
      command('PostReservation', first),
      command('VoidReservation', second),
      command('ReserveFunds', { ...open, amount: '1', currency: 'USDC', candidates: ['base'] }),
      command('CreditTreasury', transfer),
      command('BookNetworkFee', fee),
      command('ConfigureTreasury', { lowBalance: { total: '5' } }),
      command('ConfigureTreasury', { lowBalance: { total: '7' } }),
    ];
    for (const each of commands) await projector.waitFor((await forgetful.handle(stream, each)).position);
    // One command more, so that the handler forgets the one before it too.
    clock.advance(1);
    await forgetful.handle(stream, command('MarkOverdue', first));
    await expect(forgetful.query(stream, (_, view) => view.wasApplied(commands[0]!.id))).resolves.toBe(false);
    const { length } = await store.read(stream);
    for (const each of [...commands, late]) await expect(appliedBefore(db, stream, each)).resolves.toBe(true);
    for (const each of [
      command('ReserveFunds', { ...third, amount: '1', currency: 'USDC', candidates: ['base'] }),
      command('VoidReservation', third),
      command('PostReservation', open),
      command('VoidReservation', open),
      command('CreditTreasury', { ...transfer, transferId: 'transfer-2' }),
      command('BookNetworkFee', { ...fee, submission: '0xb' }),
      command('ConfigureTreasury', { lowBalance: {} }),
    ]) {
      await expect(appliedBefore(db, stream, each)).resolves.toBe(false);
    }
    for (const each of [...commands, late])
      await expect(forgetful.handle(stream, each)).resolves.toMatchObject({ events: [] });
    await expect(store.read(stream)).resolves.toHaveLength(length);
  });
});
