import { createJobTable, createLabelTable, type AnyKysely, type LabelRow } from '@stablecoin/event-sourcing';
import type { ChainName } from '@stablecoin/contracts';
import {
  createApprovalTable,
  createDepositTable,
  createLedgerTable,
  createReservationTable,
  createTransferTable,
} from '@stablecoin/funds';
import type { ApprovalTables, DepositTables, LedgerTables, ReservationTables, TransferTables } from '@stablecoin/funds';
import { SchemaModule } from 'kysely';
import type { WalletState } from '../domain/wallet';

/** The read model of all wallets. Balances are not in it: they come from the streams, which are never behind. */
export interface WalletTables extends ApprovalTables, DepositTables, LedgerTables, ReservationTables, TransferTables {
  readonly wallets: {
    readonly id: string;
    readonly account: string;
    /** 0 or 1. */
    readonly livemode: number;
    readonly address: string;
    /** `agent:<name>` or `user:<id>`. */
    readonly owner: string;
    readonly chain: ChainName;
    readonly status: WalletState['status'];
    readonly created_at: number;
  };
  /** Entries of the metadata of wallets; the owner is the wallet. */
  readonly wallet_metadata: LabelRow;
}

/** Creates the tables where they are absent. */
export async function createWalletTables(db: AnyKysely): Promise<void> {
  const schema = new SchemaModule(db.getExecutor());
  await createReservationTable(db);
  await createTransferTable(db);
  await createLedgerTable(db);
  await createApprovalTable(db);
  await createDepositTable(db);
  await createJobTable(db);
  await createLabelTable(db, 'wallet_metadata');
  await schema
    .createTable('wallets')
    .ifNotExists()
    .addColumn('id', 'varchar(64)', (column) => column.primaryKey())
    .addColumn('account', 'varchar(64)', (column) => column.notNull())
    .addColumn('livemode', 'integer', (column) => column.notNull())
    .addColumn('address', 'varchar(64)', (column) => column.notNull())
    .addColumn('owner', 'varchar(134)', (column) => column.notNull())
    .addColumn('chain', 'varchar(16)', (column) => column.notNull())
    .addColumn('status', 'varchar(16)', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema
    .createIndex('wallets_by_creation')
    .ifNotExists()
    .on('wallets')
    .columns(['account', 'livemode', 'created_at', 'id'])
    .execute();
  await schema
    .createIndex('wallets_of_owner_by_creation')
    .ifNotExists()
    .on('wallets')
    .columns(['account', 'livemode', 'owner', 'created_at', 'id'])
    .execute();
  await schema.createIndex('wallets_address').ifNotExists().on('wallets').columns(['address', 'chain']).execute();
}
