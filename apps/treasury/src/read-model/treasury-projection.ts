import { createJobTable, rowWriter } from '@stablecoin/event-sourcing';
import type { AnyKysely, Projection, StoredEvent } from '@stablecoin/event-sourcing';
import {
  createApprovalTable,
  createDepositTable,
  createLedgerTable,
  createReservationTable,
  createTransferTable,
  projectApprovals,
  projectDeposits,
  projectLedger,
  projectReservations,
  projectTransfers,
} from '@stablecoin/funds';

import type { Movement } from '@stablecoin/funds/domain';
import { SchemaModule } from 'kysely';
import { movementsOf } from '../domain/ledger';
import { treasuryStreams } from '../domain/streams';
import type { TreasuryEvent } from '../domain/treasury';
import { createBalanceTable, projectBalances } from './balance-history';
import type { TreasuryTables } from './tables';

type Row<Table extends keyof TreasuryTables> = TreasuryTables[Table];

const WRITE_CONFIGURATIONS = rowWriter<Row<'configurations'>>({
  table: 'configurations',
  columns: ['stream', 'command_id'],
});

const WRITE_FEES = rowWriter<Row<'network_fees'>>({
  table: 'network_fees',
  columns: ['stream', 'submission', 'at', 'chain', 'amount'],
});

/** The read model of all treasuries: the ledger, approvals, and what the streams need no longer remember. */
export function treasuryProjection({
  overdueMs,
}: {
  readonly overdueMs: number;
}): Projection<TreasuryTables, TreasuryEvent> {
  return {
    name: 'treasury',
    streams: [treasuryStreams],
    version: 7,
    tables: [
      'approvals',
      'balance_hours',
      'deposits',
      'ledger_entries',
      'reservations',
      'transfers',
      'configurations',
      'network_fees',
      'work',
    ] as const,
    createTables,
    apply: async (events, trx, jobs) => {
      await projectReservations(trx, events, overdueMs);
      await projectTransfers(trx, events);
      await projectLedger(trx, events, movementsIn);
      await projectBalances(trx, events, movementsIn);
      await projectApprovals(trx, events, jobs);
      await projectDeposits(trx, events);
      await WRITE_CONFIGURATIONS.run(trx, events.flatMap(configuration));
      await WRITE_FEES.run(trx, events.flatMap(networkFee));
    },
  };
}

async function createTables(db: AnyKysely): Promise<void> {
  const schema = new SchemaModule(db.getExecutor());
  await createReservationTable(db);
  await createTransferTable(db);
  await createLedgerTable(db);
  await createBalanceTable(db);
  await createApprovalTable(db);
  await createDepositTable(db);
  await createJobTable(db);
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

/** A refusal moves no money. */
function movementsIn(event: StoredEvent<TreasuryEvent>): readonly Movement[] {
  return event.type === 'CommandRefused' ? [] : movementsOf(event);
}

function configuration({ type, stream, metadata }: StoredEvent<TreasuryEvent>): Row<'configurations'>[] {
  return type === 'ThresholdsConfigured' ? [{ stream, command_id: metadata.commandId }] : [];
}

function networkFee({ type, data, stream, metadata }: StoredEvent<TreasuryEvent>): Row<'network_fees'>[] {
  if (type !== 'NetworkFeePaid') return [];
  const { submission, chain, amount } = data;
  return [{ stream, submission, at: metadata.at, chain, amount }];
}
