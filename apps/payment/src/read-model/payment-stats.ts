import type { IntervalStats, PaymentQueries } from '@stablecoin/contracts';
import { rowWriter, rowsByKey } from '@stablecoin/event-sourcing';
import type { StoredEvent } from '@stablecoin/event-sourcing';
import { CHAIN_NAMES, coinOf, CURRENCIES, decimalsOf, formatAmount, toUnits } from '@stablecoin/contracts';
import type { Kysely, Transaction } from 'kysely';
import type { PaymentServiceEvent } from '../domain/streams';
import { addDurationsFromJson, countDuration, durationsToJson, percentile } from './durations';
import type { DurationCounts } from './durations';
import type { PaymentTables } from './tables';

type StatsRow = PaymentTables['payment_stats'];

/** What happened in one hour, on one chain and in one currency. */
interface Counted {
  readonly of: Pick<StatsRow, 'id' | 'account' | 'livemode' | 'hour' | 'chain' | 'currency'>;
  created: number;
  settled: number;
  failed: number;
  blocked: number;
  volume: bigint;
  fees: bigint;
  readonly settlement: DurationCounts;
}

const HOUR_MS = 3_600_000;
const INTERVAL_MS = { hour: HOUR_MS, day: 24 * HOUR_MS } as const;
/** Stands for no chain (yet), and for the currency of fees: one transaction may carry both currencies. */
const NONE = '';
/** Hours to read at once; other work runs in between. */
const HOURS_AT_ONCE = 31 * 24;

const WRITE = rowWriter<StatsRow>({
  table: 'payment_stats',
  columns: [
    ...(['id', 'account', 'livemode', 'hour', 'chain', 'currency'] as const),
    ...(['created', 'settled', 'failed', 'blocked', 'volume', 'fees', 'settlement'] as const),
  ],
  onConflict: {
    key: ['id'],
    update: ['created', 'settled', 'failed', 'blocked', 'volume', 'fees', 'settlement'],
  },
});
const BY_ID = rowsByKey<StatsRow>('payment_stats', 'id');

/** Creates the table where it is absent. */
export async function createStatsTable(db: Kysely<PaymentTables>): Promise<void> {
  await db.schema
    .createTable('payment_stats')
    .ifNotExists()
    .addColumn('id', 'varchar(160)', (column) => column.primaryKey())
    .addColumn('account', 'varchar(64)', (column) => column.notNull())
    .addColumn('livemode', 'integer', (column) => column.notNull())
    .addColumn('hour', 'bigint', (column) => column.notNull())
    .addColumn('chain', 'varchar(16)', (column) => column.notNull())
    .addColumn('currency', 'varchar(8)', (column) => column.notNull())
    .addColumn('created', 'bigint', (column) => column.notNull())
    .addColumn('settled', 'bigint', (column) => column.notNull())
    .addColumn('failed', 'bigint', (column) => column.notNull())
    .addColumn('blocked', 'bigint', (column) => column.notNull())
    .addColumn('volume', 'varchar(40)', (column) => column.notNull())
    .addColumn('fees', 'varchar(40)', (column) => column.notNull())
    .addColumn('settlement', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('payment_stats_hours')
    .ifNotExists()
    .on('payment_stats')
    .columns(['account', 'livemode', 'hour'])
    .execute();
}

/** Counts the events of a batch: each row that they change is read and written once. */
export async function projectStats(
  trx: Transaction<PaymentTables>,
  events: readonly StoredEvent<PaymentServiceEvent>[],
): Promise<void> {
  const changed = new Map<string, Counted>();
  for (const event of events) count(changed, event);
  if (changed.size === 0) return;
  for (const row of await BY_ID.run(trx, [...changed.keys()])) {
    const counted = changed.get(row.id);
    if (counted !== undefined) addRow(counted, row);
  }
  await WRITE.run(trx, [...changed.values()].map(rowOf));
}

function count(changed: Map<string, Counted>, { type, data, metadata }: StoredEvent<PaymentServiceEvent>): void {
  if (type === 'PaymentInitiated') {
    countedIn(changed, metadata, hoursAt(data.createdAt), NONE, data.order.currency).created += 1;
  } else if (type === 'PaymentSettled') {
    const { facts, transfer } = data;
    const { settledAt, createdAt } = facts;
    const hours = hoursAt(settledAt ?? metadata.at);
    const counted = countedIn(changed, metadata, hours, transfer.chain, transfer.currency);
    counted.settled += 1;
    counted.volume += BigInt(transfer.amount);
    if (settledAt !== null) countDuration(counted.settlement, settledAt - createdAt);
    const created = hoursAt(createdAt);
    // Nearly every payment settles in the hour in which it was created.
    const sameHour = created === hours;
    (sameHour ? counted : countedIn(changed, metadata, created, transfer.chain, transfer.currency)).created += 1;
  } else if (type === 'PaymentFailed') {
    const { chain, currency, createdAt } = data.facts;
    const counted = countedIn(changed, metadata, hoursAt(metadata.at), chain ?? NONE, currency);
    if (data.code === 'compliance_blocked') counted.blocked += 1;
    else counted.failed += 1;
    if (chain !== null) countedIn(changed, metadata, hoursAt(createdAt), chain, currency).created += 1;
  } else if (type === 'SubmissionFeesPaid' && data.fees.length > 0) {
    const counted = countedIn(changed, { ...metadata, account: data.account }, hoursAt(metadata.at), data.chain, NONE);
    for (const { amount } of data.fees) counted.fees += BigInt(amount);
  }
}

/** Hours since the epoch. */
function hoursAt(at: number): number {
  return Math.floor(at / HOUR_MS);
}

function countedIn(
  changed: Map<string, Counted>,
  { account, livemode }: { readonly account: string; readonly livemode: boolean },
  hours: number,
  chain: string,
  currency: string,
): Counted {
  // With hours: writing a number of milliseconds costs more than all else that is done here.
  const id = `${account}|${livemode ? 'live' : 'test'}|${hours}|${chain}|${currency}`;
  let counted = changed.get(id);
  if (counted === undefined) {
    counted = nothing({ id, account, livemode: livemode ? 1 : 0, hour: hours * HOUR_MS, chain, currency });
    changed.set(id, counted);
  }
  return counted;
}

function nothing(of: Counted['of']): Counted {
  return { of, created: 0, settled: 0, failed: 0, blocked: 0, volume: 0n, fees: 0n, settlement: new Map() };
}

function addRow(counted: Counted, row: StatsRow): void {
  counted.created += row.created;
  counted.settled += row.settled;
  counted.failed += row.failed;
  counted.blocked += row.blocked;
  counted.volume += BigInt(row.volume);
  counted.fees += BigInt(row.fees);
  addDurationsFromJson(counted.settlement, row.settlement);
}

function rowOf({ of, created, settled, failed, blocked, volume, fees, settlement }: Counted): StatsRow {
  return {
    ...of,
    created,
    settled,
    failed,
    blocked,
    volume: toUnits(volume),
    fees: toUnits(fees),
    settlement: durationsToJson(settlement),
  };
}

/** What happened in each interval of a span of time, the earliest first; also in those in which nothing did. */
export async function readStats(
  db: Kysely<PaymentTables>,
  { account, livemode, from, to, interval, chain, currency }: PaymentQueries['payment.stats']['params'],
): Promise<readonly IntervalStats[]> {
  const width = INTERVAL_MS[interval];
  const intervals = new Map<number, readonly StatsRow[]>();
  const end = Math.ceil(to / width) * width;
  for (let start = Math.floor(from / width) * width; start < end; start += width) intervals.set(start, []);
  const [first = end] = intervals.keys();
  for (let hour = first; hour < end; hour += HOURS_AT_ONCE * HOUR_MS) {
    let query = db
      .selectFrom('payment_stats')
      .selectAll()
      .where('account', '=', account)
      .where('livemode', '=', livemode ? 1 : 0)
      .where('hour', '>=', hour)
      .where('hour', '<', Math.min(hour + HOURS_AT_ONCE * HOUR_MS, end));
    if (chain !== null) query = query.where('chain', '=', chain);
    if (currency !== null) query = query.where('currency', '=', currency);
    for (const row of await query.execute()) {
      const start = Math.floor(row.hour / width) * width;
      intervals.set(start, [...(intervals.get(start) ?? []), row]);
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  return [...intervals].map(([start, rows]) => statsOf(start, rows, chain !== null, currency !== null));
}

function statsOf(start: number, rows: readonly StatsRow[], ofOneChain: boolean, ofOneCurrency: boolean): IntervalStats {
  const all = nothing({ id: '', account: '', livemode: 0, hour: start, chain: NONE, currency: NONE });
  const volume = { USDC: 0n, EURC: 0n };
  const fees = { ETH: 0n, SOL: 0n };
  for (const row of rows) {
    // By its chain a payment is counted as created when it has ended: that is when its chain is certain.
    addRow(all, ofOneChain || row.chain === NONE ? row : { ...row, created: 0 });
    const currency = CURRENCIES.find((each) => each === row.currency);
    if (currency !== undefined) volume[currency] += BigInt(row.volume);
    const chain = CHAIN_NAMES.find((each) => each === row.chain);
    if (chain !== undefined) fees[coinOf(chain)] += BigInt(row.fees);
  }
  const { created, settled, failed, blocked, settlement } = all;
  return {
    start: new Date(start).toISOString(),
    created,
    settled,
    failed,
    blocked,
    volume: { usdc: formatAmount(volume.USDC), eurc: formatAmount(volume.EURC) },
    fees: ofOneCurrency
      ? null
      : { eth: formatAmount(fees.ETH, decimalsOf('ETH')), sol: formatAmount(fees.SOL, decimalsOf('SOL')) },
    settlement_ms: { p50: percentile(settlement, 0.5), p99: percentile(settlement, 0.99) },
  };
}
