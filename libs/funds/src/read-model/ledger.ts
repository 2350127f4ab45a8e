import {
  pageFrom,
  type Id,
  idFromEvent,
  type LedgerEntry,
  type LedgerRequest,
  type Page,
  decimalsOf,
  formatAmount,
} from '@stablecoin/contracts';
import { rowWriter } from '@stablecoin/event-sourcing';
import type { AnyKysely, StoredEvent, DomainEvent } from '@stablecoin/event-sourcing';
import type { ChainName, Coin, Currency, Units } from '@stablecoin/contracts';
import { QueryCreator, SchemaModule } from 'kysely';
import { type Movement, type MovementKind, postingsOf } from '../domain/ledger';

/** The ledger of a treasury or of wallets, as part of their service's read model. */
export interface LedgerTables {
  readonly ledger_entries: {
    readonly id: Id<'led'>;
    readonly stream: string;
    /** Place in the ledger of its stream: grows. */
    readonly sequence: number;
    /** Milliseconds since the epoch. */
    readonly at: number;
    readonly kind: MovementKind;
    readonly chain: ChainName;
    readonly currency: Currency | Coin;
    /** Minor units. */
    readonly amount: Units;
    readonly payment_id: string | null;
  };
}

type StoredEntry = LedgerTables['ledger_entries'];

/** More than the movements of any one event: an opening has six. */
const PLACES_PER_EVENT = 8;

const WRITE = rowWriter<StoredEntry>({
  table: 'ledger_entries',
  columns: ['id', 'stream', 'sequence', 'at', 'kind', 'chain', 'currency', 'amount', 'payment_id'],
});

/** Creates the table where it is absent: for a projection's `createTables`. */
export async function createLedgerTable(db: AnyKysely): Promise<void> {
  const schema = new SchemaModule(db.getExecutor());
  await schema
    .createTable('ledger_entries')
    .ifNotExists()
    .addColumn('id', 'varchar(64)', (column) => column.primaryKey())
    .addColumn('stream', 'varchar(255)', (column) => column.notNull())
    .addColumn('sequence', 'bigint', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('kind', 'varchar(16)', (column) => column.notNull())
    .addColumn('chain', 'varchar(16)', (column) => column.notNull())
    .addColumn('currency', 'varchar(8)', (column) => column.notNull())
    .addColumn('amount', 'varchar(40)', (column) => column.notNull())
    .addColumn('payment_id', 'varchar(64)')
    .execute();
  // Has what a list filters by, so that entries that are passed over are not read.
  await schema
    .createIndex('ledger_entries_order')
    .ifNotExists()
    .on('ledger_entries')
    .columns(['stream', 'sequence', 'at', 'kind'])
    .execute();
  await schema.createIndex('ledger_entries_payment').ifNotExists().on('ledger_entries').column('payment_id').execute();
}

/**
 * Projects the movements of a batch.
 *
 * @param movementsOf - at most eight for an event
 */
export async function projectLedger<E extends DomainEvent>(
  trx: AnyKysely,
  events: readonly StoredEvent<E>[],
  movementsOf: (event: StoredEvent<E>) => readonly Movement[],
): Promise<void> {
  const rows = events.flatMap((event) => {
    const { id, stream, revision, metadata } = event;
    return movementsOf(event).map((movement, index): StoredEntry => {
      return {
        id: idFromEvent('led', metadata.at, id, `movement ${index}`),
        stream,
        sequence: revision * PLACES_PER_EVENT + index,
        at: metadata.at,
        kind: movement.kind,
        chain: movement.chain,
        currency: movement.currency,
        amount: movement.amount,
        payment_id: movement.paymentId,
      };
    });
  });
  await WRITE.run(trx, rows);
}

/**
 * A page of a ledger, the newest entry first. An entry's id that is not of this ledger begins no page, so nothing follows it.
 *
 * @param holderOf - whose money it is on a chain: `treasury:base`, `wallet:wal_…`
 */
export async function listLedger(
  db: AnyKysely,
  stream: string,
  holderOf: (chain: ChainName) => string,
  { limit, startingAfter, kind, paymentId, createdAfter, createdBefore }: LedgerRequest,
): Promise<Page<LedgerEntry>> {
  const tables = new QueryCreator<LedgerTables>({ executor: db.getExecutor() });
  let query = tables.selectFrom('ledger_entries').selectAll().where('stream', '=', stream);
  if (startingAfter !== null) {
    query = query.where('sequence', '<', (eb) =>
      eb
        .selectFrom('ledger_entries as start')
        .select('start.sequence')
        .where('start.id', '=', startingAfter as Id<'led'>)
        .where('start.stream', '=', stream),
    );
  }
  if (kind !== null) query = query.where('kind', '=', kind);
  if (paymentId !== null) query = query.where('payment_id', '=', paymentId);
  if (createdAfter !== null) query = query.where('at', '>', createdAfter);
  if (createdBefore !== null) query = query.where('at', '<', createdBefore);
  const rows = await query
    .orderBy('sequence', 'desc')
    .limit(limit + 1)
    .execute();
  return pageFrom(rows, limit, (row) => ledgerEntry(row, holderOf));
}

function ledgerEntry(row: StoredEntry, holderOf: (chain: ChainName) => string): LedgerEntry {
  const { id, kind, currency, chain, payment_id } = row;
  const decimals = decimalsOf(currency);
  return {
    id,
    at: new Date(row.at).toISOString(),
    kind,
    currency,
    chain,
    payment_id,
    postings: postingsOf(kind, holderOf(chain), chain, BigInt(row.amount)).map(({ account, amount }) => ({
      account,
      amount: formatAmount(amount, decimals),
    })),
  };
}
