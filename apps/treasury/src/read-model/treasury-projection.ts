import { type Id, idFromEvent } from '@stablecoin/contracts';
import { rowWriter } from '@stablecoin/event-sourcing';
import type { AnyKysely, Projection, RecordedEvent } from '@stablecoin/event-sourcing';
import {
  createReservationTable,
  createTransferTable,
  projectReservations,
  projectTransfers,
} from '@stablecoin/reservations';
import type { ReservationTables, TransferTables } from '@stablecoin/reservations';
import type { ChainName, Currency, Units } from '@stablecoin/money';
import { SchemaModule } from 'kysely';
import { type MovementKind, movementsOf } from '../domain/ledger';
import type { TreasuryEvent } from '../domain/treasury';

export interface TreasuryTables extends ReservationTables, TransferTables {
  readonly ledger_entries: {
    readonly id: Id<'led'>;
    readonly stream: string;
    /** Place in the ledger of its treasury: grows. */
    readonly sequence: number;
    readonly at: number;
    readonly kind: MovementKind;
    readonly chain: ChainName;
    readonly currency: Currency;
    /** Minor units. */
    readonly amount: Units;
    readonly payment_id: string | null;
  };
  /** Settings that were made, by command: a repetition must not undo a later one. */
  readonly configurations: { readonly stream: string; readonly command_id: string };
  /** What sending has cost, by submission. */
  readonly network_fees: {
    readonly stream: string;
    readonly submission: string;
    readonly at: number;
    readonly chain: ChainName;
    /** Wei, or lamports. */
    readonly amount: Units;
  };
}

type Row<Table extends keyof TreasuryTables> = TreasuryTables[Table];

/** More than the movements of any one event: an opening has six. */
const PLACES_PER_EVENT = 8;

const WRITE_ENTRIES = rowWriter<Row<'ledger_entries'>>({
  table: 'ledger_entries',
  columns: ['id', 'stream', 'sequence', 'at', 'kind', 'chain', 'currency', 'amount', 'payment_id'],
});
const WRITE_CONFIGURATIONS = rowWriter<Row<'configurations'>>({
  table: 'configurations',
  columns: ['stream', 'command_id'],
});

const WRITE_FEES = rowWriter<Row<'network_fees'>>({
  table: 'network_fees',
  columns: ['stream', 'submission', 'at', 'chain', 'amount'],
});

/** The read model of all treasuries: the ledger, and what the streams need no longer remember. */
export function treasuryProjection({ overdueMs }: { readonly overdueMs: number }): Projection<TreasuryTables> {
  return {
    name: 'treasury',
    prefixes: ['treasury-'],
    version: 3,
    tables: ['ledger_entries', 'reservations', 'transfers', 'configurations', 'network_fees'],
    createTables,
    apply: async (events, trx) => {
      await projectReservations(trx, events, overdueMs);
      await projectTransfers(trx, events);
      await WRITE_ENTRIES.run(trx, events.flatMap(ledgerEntries));
      await WRITE_CONFIGURATIONS.run(trx, events.flatMap(configuration));
      await WRITE_FEES.run(trx, events.flatMap(networkFee));
    },
  };
}

async function createTables(db: AnyKysely): Promise<void> {
  const schema = new SchemaModule(db.getExecutor());
  await createReservationTable(db);
  await createTransferTable(db);
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
  await schema
    .createIndex('ledger_entries_order')
    .ifNotExists()
    .unique()
    .on('ledger_entries')
    .columns(['stream', 'sequence'])
    .execute();
  await schema
    .createTable('configurations')
    .ifNotExists()
    .addColumn('stream', 'varchar(255)', (column) => column.notNull())
    .addColumn('command_id', 'varchar(255)', (column) => column.notNull())
    .addPrimaryKeyConstraint('configurations_pkey', ['stream', 'command_id'])
    .execute();
  await schema
    .createTable('network_fees')
    .ifNotExists()
    .addColumn('stream', 'varchar(255)', (column) => column.notNull())
    .addColumn('submission', 'varchar(255)', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('chain', 'varchar(16)', (column) => column.notNull())
    .addColumn('amount', 'varchar(40)', (column) => column.notNull())
    .addPrimaryKeyConstraint('network_fees_pkey', ['stream', 'submission'])
    .execute();
}

function ledgerEntries(event: RecordedEvent): Row<'ledger_entries'>[] {
  const { id, stream, revision, metadata } = event;
  return movementsOf(event as RecordedEvent & TreasuryEvent).map((movement, index) => ({
    id: idFromEvent('led', metadata.at, id, `movement ${index}`),
    stream,
    sequence: revision * PLACES_PER_EVENT + index,
    at: metadata.at,
    kind: movement.kind,
    chain: movement.chain,
    currency: movement.currency,
    amount: movement.amount,
    payment_id: movement.paymentId,
  }));
}

function configuration({ type, stream, metadata }: RecordedEvent): Row<'configurations'>[] {
  return type === 'ThresholdsConfigured' ? [{ stream, command_id: metadata.commandId }] : [];
}

function networkFee(event: RecordedEvent): Row<'network_fees'>[] {
  const fact = event as RecordedEvent & TreasuryEvent;
  if (fact.type !== 'NetworkFeePaid') return [];
  const { submission, chain, amount } = fact.data;
  return [{ stream: fact.stream, submission, at: fact.metadata.at, chain, amount }];
}
