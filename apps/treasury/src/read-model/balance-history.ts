import type { BalanceInterval, StatsIntervalName, ChainName, Currency, Units } from '@stablecoin/contracts';
import { rowWriter } from '@stablecoin/event-sourcing';
import type { AnyKysely, StoredEvent, DomainEvent } from '@stablecoin/event-sourcing';
import { CHAIN_NAMES, CURRENCIES, formatAmount } from '@stablecoin/contracts';
import type { Movement } from '@stablecoin/funds/domain';
import { QueryCreator, SchemaModule, sql } from 'kysely';
import { chainBalances } from '../application/treasury-resources';
import { balancesFrom } from '../domain/treasury';

/** What a treasury held at the end of each hour in which that changed. */
export interface BalanceTables {
  readonly balance_hours: {
    readonly stream: string;
    readonly chain: ChainName;
    readonly currency: Currency;
    /** When it begins, in milliseconds since the epoch. */
    readonly hour: number;
    /** Minor units, with reserved amounts and without held deposits. */
    readonly balance: Units;
  };
}

type Row = BalanceTables['balance_hours'];
type Pocket = Pick<Row, 'stream' | 'chain' | 'currency'>;

const HOUR_MS = 3_600_000;
const INTERVAL_MS: Readonly<Record<StatsIntervalName, number>> = { hour: HOUR_MS, day: 24 * HOUR_MS };
const KEY = ['stream', 'chain', 'currency', 'hour'] as const;
const WRITE = rowWriter<Row>({
  table: 'balance_hours',
  columns: [...KEY, 'balance'],
  onConflict: { key: KEY, update: ['balance'] },
});

/** Creates the table where it is absent. */
export async function createBalanceTable(db: AnyKysely): Promise<void> {
  await new SchemaModule(db.getExecutor())
    .createTable('balance_hours')
    .ifNotExists()
    .addColumn('stream', 'varchar(255)', (column) => column.notNull())
    .addColumn('chain', 'varchar(16)', (column) => column.notNull())
    .addColumn('currency', 'varchar(8)', (column) => column.notNull())
    .addColumn('hour', 'bigint', (column) => column.notNull())
    .addColumn('balance', 'varchar(40)', (column) => column.notNull())
    .addPrimaryKeyConstraint('balance_hours_pkey', [...KEY])
    .execute();
}

/** Projects the balances after a batch. */
export async function projectBalances<E extends DomainEvent>(
  trx: AnyKysely,
  events: readonly StoredEvent<E>[],
  movementsOf: (event: StoredEvent<E>) => readonly Movement[],
): Promise<void> {
  const changes = new Map<
    string,
    { readonly pocket: Pocket; readonly steps: { readonly hour: number; readonly by: bigint }[] }
  >();
  for (const event of events) {
    const hour = Math.floor(event.metadata.at / HOUR_MS) * HOUR_MS;
    for (const movement of movementsOf(event)) {
      const by = changeOf(movement);
      if (by === 0n) continue;
      const pocket = { stream: event.stream, chain: movement.chain, currency: movement.currency as Currency };
      const key = `${pocket.stream} ${pocket.chain} ${pocket.currency}`;
      const known = changes.get(key) ?? { pocket, steps: [] };
      changes.set(key, known);
      known.steps.push({ hour, by });
    }
  }
  const rows: Row[] = [];
  for (const { pocket, steps } of changes.values()) {
    const last = await lastBefore(trx, pocket, Number.MAX_SAFE_INTEGER);
    let balance = BigInt(last?.balance ?? '0');
    let latest = last?.hour ?? 0;
    const byHour = new Map<number, bigint>();
    for (const { hour, by } of steps) {
      balance += by;
      // An event has the time of its message, and two messages may come the other way round.
      latest = Math.max(latest, hour);
      byHour.set(latest, balance);
    }
    for (const [hour, held] of byHour) rows.push({ ...pocket, hour, balance: `${held}` });
  }
  await WRITE.run(trx, rows);
}

/** What a movement changes of what a treasury has available or reserved. */
function changeOf({ kind, amount }: Movement): bigint {
  switch (kind) {
    case 'opened':
    case 'credited':
    case 'released':
    case 'returned':
      return BigInt(amount);
    case 'posted':
      return -BigInt(amount);
    case 'held':
    case 'reserved':
    case 'voided':
    case 'network_fee':
      return 0n;
  }
}

/** The balances of a treasury at the end of each interval, the earliest first. */
export async function readBalanceHistory(
  db: AnyKysely,
  stream: string,
  { from, to, interval }: { readonly from: number; readonly to: number; readonly interval: StatsIntervalName },
): Promise<readonly BalanceInterval[]> {
  const ms = INTERVAL_MS[interval];
  const begin = Math.floor(from / ms) * ms;
  const pockets = CHAIN_NAMES.flatMap((chain) => CURRENCIES.map((currency) => ({ stream, chain, currency })));
  const held = new Map<string, bigint>();
  const before = await Promise.all(pockets.map((pocket) => lastBefore(db, pocket, begin)));
  pockets.forEach(({ chain, currency }, index) =>
    held.set(`${chain} ${currency}`, BigInt(before[index]?.balance ?? '0')),
  );
  // Of each pocket and interval the last hour.
  const { rows } = await sql<Row>`
    select chain, currency, hour, balance from balance_hours
    where stream = ${stream} and (chain, currency, hour) in (
      select chain, currency, max(hour) from balance_hours
      where stream = ${stream} and hour >= ${begin} and hour < ${to}
      group by chain, currency, hour / ${sql.lit(ms)}
    ) order by hour`.execute(db);
  const intervals: BalanceInterval[] = [];
  let next = 0;
  for (let start = begin; start < to; start += ms) {
    for (; next < rows.length && Number(rows[next]?.hour) < start + ms; next += 1) {
      const row = rows[next];
      if (row !== undefined) held.set(`${row.chain} ${row.currency}`, BigInt(row.balance));
    }
    intervals.push(intervalOf(start, (chain, currency) => held.get(`${chain} ${currency}`) ?? 0n));
  }
  return intervals;
}

function intervalOf(start: number, held: (chain: ChainName, currency: Currency) => bigint): BalanceInterval {
  const total = (currency: Currency): string =>
    formatAmount(CHAIN_NAMES.reduce((sum, chain) => sum + held(chain, currency), 0n));
  const chains = balancesFrom((chain, currency) => `${held(chain, currency)}`);
  return {
    start: new Date(start).toISOString(),
    usdc: total('USDC'),
    eurc: total('EURC'),
    chains: chainBalances(chains),
  };
}

async function lastBefore(
  db: AnyKysely,
  { stream, chain, currency }: Pocket,
  hour: number,
): Promise<Pick<Row, 'hour' | 'balance'> | undefined> {
  return new QueryCreator<BalanceTables>({ executor: db.getExecutor() })
    .selectFrom('balance_hours')
    .select(['hour', 'balance'])
    .where('stream', '=', stream)
    .where('chain', '=', chain)
    .where('currency', '=', currency)
    .where('hour', '<', hour)
    .orderBy('hour', 'desc')
    .limit(1)
    .executeTakeFirst();
}
