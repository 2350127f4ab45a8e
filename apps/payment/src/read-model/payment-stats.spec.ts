import type { PaymentQueries, ChainName, Currency, Units } from '@stablecoin/contracts';
import { openDatabase } from '@stablecoin/stores';
import { JobChanges } from '@stablecoin/event-sourcing';
import type { OpenDatabase, StoredEvent } from '@stablecoin/event-sourcing';
import { factsOf } from '../domain/evolve-facts';
import type { PaymentFacts } from '../domain/payment-facts';
import type { PaymentServiceEvent } from '../domain/streams';
import { initiated, T0 } from '../testing/payments';
import { paymentProjection } from './payment-projection';
import { readStats } from './payment-stats';
import type { PaymentTables } from './tables';

const HOUR = 3_600_000;
const iso = (at: number): string => new Date(at).toISOString();

let position: number;
let database: OpenDatabase<PaymentTables>;

beforeEach(async () => {
  position = 0;
  database = openDatabase<PaymentTables>('sqlite::memory:');
  await paymentProjection.createTables(database.db);
});
afterEach(() => database.close());

const nothing = {
  ...{ created: 0, settled: 0, failed: 0, blocked: 0, volume: { usdc: '0.00', eurc: '0.00' } },
  ...{ fees: { eth: '0.00', sol: '0.00' }, settlement_ms: { p50: null, p99: null } },
};

function recorded(stream: string, at: number, event: object, account = 'acme'): StoredEvent<PaymentServiceEvent> {
  position++;
  const metadata = { commandId: `c${position}`, at, correlationId: 'req_1', account, livemode: false };
  return {
    ...event,
    id: `e${position}`,
    stream,
    revision: position,
    position,
    metadata,
  } as StoredEvent<PaymentServiceEvent>;
}

interface Ended {
  readonly id: string;
  readonly createdAt: number;
  readonly endedAt: number;
  readonly amount?: Units;
  readonly currency?: Currency;
  readonly chain?: ChainName | null;
}

function begun({ id, createdAt, amount = '12500000', currency = 'USDC' }: Ended): {
  readonly facts: PaymentFacts;
  readonly event: StoredEvent<PaymentServiceEvent>;
} {
  const event = initiated({ paymentId: id, amount, currency });
  const { data } = event;
  const at = { ...event, data: { ...data, createdAt } };
  return { facts: factsOf(at), event: recorded(`payment-${id}`, createdAt, at) };
}

function settled(ended: Ended): readonly StoredEvent<PaymentServiceEvent>[] {
  const { id, endedAt, amount = '12500000', currency = 'USDC', chain = 'base' } = ended;
  const { facts, event } = begun(ended);
  const data = {
    ...{ txHash: '0xhash', block: 1, reservation: { id: `${id}#1`, walletId: null } },
    transfer: { chain, currency, amount, from: '0xfrom', to: '0xto' },
    facts: { ...facts, stage: 'done', chain, settledAt: endedAt },
  };
  return [event, recorded(`payment-${id}`, endedAt + 5, { type: 'PaymentSettled', data })];
}

function failed(code: string, ended: Ended): readonly StoredEvent<PaymentServiceEvent>[] {
  const { facts, event } = begun(ended);
  const failure = { code, message: 'because' };
  const data = {
    ...failure,
    reservation: null,
    facts: { ...facts, stage: 'done', chain: ended.chain ?? null, failure },
  };
  return [event, recorded(`payment-${ended.id}`, ended.endedAt, { type: 'PaymentFailed', data })];
}

const feesPaid = (chain: ChainName, amounts: readonly Units[], at: number): StoredEvent<PaymentServiceEvent> =>
  recorded('submission-base.0x', at, {
    type: 'SubmissionFeesPaid',
    data: { hash: '0xa', chain, account: 'acme', fees: amounts.map((amount) => ({ hash: '0xa', amount })) },
  });

/** Two hours of an account. */
function history(): readonly StoredEvent<PaymentServiceEvent>[] {
  return [
    ...settled({ id: 'pay_1', createdAt: T0, endedAt: T0 + 40 }),
    ...settled({ id: 'pay_2', createdAt: T0 + HOUR - 10, endedAt: T0 + HOUR + 90, amount: '1', currency: 'EURC' }),
    ...settled({ id: 'pay_3', createdAt: T0 + 1, endedAt: T0 + 21, chain: 'solana', amount: '9007199254740993000001' }),
    ...failed('transaction_reverted', { id: 'pay_4', createdAt: T0, endedAt: T0 + HOUR, chain: 'base' }),
    ...failed('compliance_blocked', { id: 'pay_5', createdAt: T0 + HOUR, endedAt: T0 + HOUR + 1 }),
    begun({ id: 'pay_6', createdAt: T0 + HOUR, endedAt: 0 }).event,
    feesPaid('base', ['21000', '1'], T0),
    feesPaid('solana', ['5000'], T0 + HOUR),
  ];
}

async function project(events: readonly StoredEvent<PaymentServiceEvent>[], batchSize = events.length): Promise<void> {
  for (let from = 0; from < events.length; from += batchSize) {
    await database.db
      .transaction()
      .execute((trx) => paymentProjection.apply(events.slice(from, from + batchSize), trx, new JobChanges()));
  }
}

const read = (changes: Partial<PaymentQueries['payment.stats']['params']> = {}) =>
  readStats(database.db, {
    ...{ account: 'acme', livemode: false, from: T0, to: T0 + 2 * HOUR },
    ...{ interval: 'hour', chain: null, currency: null },
    ...changes,
  });

describe('statistics', () => {
  it('count each thing in the hour in which it happened, with exact volumes by currency', async () => {
    await project(history());
    expect(await read()).toEqual([
      {
        start: iso(T0),
        ...{ created: 4, settled: 2, failed: 0, blocked: 0 },
        volume: { usdc: '9007199254741005.500001', eurc: '0.00' },
        fees: { eth: '0.000000000000021001', sol: '0.00' },
        settlement_ms: { p50: 20, p99: 40 },
      },
      {
        start: iso(T0 + HOUR),
        ...{ created: 2, settled: 1, failed: 1, blocked: 1 },
        volume: { usdc: '0.00', eurc: '0.000001' },
        fees: { eth: '0.00', sol: '0.000005' },
        settlement_ms: { p50: 100, p99: 100 },
      },
    ]);
  });

  it('of days are those of their hours, and percentiles are of all payments of the day', async () => {
    await project(history());
    expect(await read({ interval: 'day', from: T0 + 1, to: T0 + 24 * HOUR + 1 })).toEqual([
      {
        start: iso(T0),
        ...{ created: 6, settled: 3, failed: 1, blocked: 1 },
        volume: { usdc: '9007199254741005.500001', eurc: '0.000001' },
        fees: { eth: '0.000000000000021001', sol: '0.000005' },
        settlement_ms: { p50: 40, p99: 100 },
      },
      { start: iso(T0 + 24 * HOUR), ...nothing },
    ]);
  });

  it('of a chain count a payment as created when it has ended there', async () => {
    await project(history());
    const [first, second] = await read({ chain: 'base' });
    expect(first).toMatchObject({ created: 3, settled: 1, volume: { usdc: '12.50', eurc: '0.00' } });
    expect(first).toMatchObject({ fees: { eth: '0.000000000000021001', sol: '0.00' } });
    expect(second).toMatchObject({ created: 0, settled: 1, failed: 1, blocked: 0 });
  });

  it('of a currency have no fees, because a transaction may carry both', async () => {
    await project(history());
    const [first, second] = await read({ currency: 'EURC' });
    expect(first).toEqual({ start: iso(T0), ...nothing, created: 1, fees: null });
    expect(second).toMatchObject({ settled: 1, volume: { usdc: '0.00', eurc: '0.000001' }, fees: null });
  });

  it('are of one account and mode', async () => {
    await project(history());
    for (const stranger of [{ account: 'other' }, { livemode: true }]) {
      expect(await read(stranger)).toEqual([
        { start: iso(T0), ...nothing },
        { start: iso(T0 + HOUR), ...nothing },
      ]);
    }
  });

  it('cover a year in slices', async () => {
    const at = T0 + 200 * 24 * HOUR;
    await project(settled({ id: 'pay_1', createdAt: at, endedAt: at + 1 }));
    const year = await read({ interval: 'day', to: T0 + 365 * 24 * HOUR });
    expect(year).toHaveLength(365);
    expect(year.filter(({ settled: count }) => count > 0)).toMatchObject([{ start: iso(at), created: 1, settled: 1 }]);
  });

  it('are the same however the events come in batches', async () => {
    const events = history();
    await project(events, 1);
    const rows = () => database.db.selectFrom('payment_stats').selectAll().orderBy('id').execute();
    const one = await rows();
    await database.db.deleteFrom('payment_stats').execute();
    await database.db.deleteFrom('payments').execute();
    await project(events);
    expect(await rows()).toEqual(one);
  });
});
