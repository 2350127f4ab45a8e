import type { ApprovalStatus } from '@stablecoin/contracts';
import { createJobTable, createLabelTable, type AnyKysely, type LabelRow } from '@stablecoin/event-sourcing';
import type { ChainName, Currency, Units } from '@stablecoin/money';
import { createLedgerTable, createReservationTable, createTransferTable } from '@stablecoin/reservations';
import type { LedgerTables, ReservationTables, TransferTables } from '@stablecoin/reservations';
import { SchemaModule } from 'kysely';
import type { WalletState } from '../domain/wallet';
import type { SignedTransfer, WalletProfile } from '../domain/wallet-events';

/** The read model of all wallets. Balances are not in it: they come from the streams, which are never behind. */
export interface WalletTables extends LedgerTables, ReservationTables, TransferTables {
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
  readonly approvals: {
    readonly id: string;
    readonly reservation_id: string;
    readonly payment_id: string;
    readonly wallet_id: string;
    readonly account: string;
    /** 0 or 1. */
    readonly livemode: number;
    /** Minor units. */
    readonly amount: Units;
    readonly currency: Currency;
    readonly status: ApprovalStatus;
    /** JSON. */
    readonly approved_by: string;
    readonly threshold: number;
    readonly expires_at: number;
    readonly created_at: number;
    /** JSON of {@link ApprovalSubject}: what approvers sign; null where they sign nothing. */
    readonly subject: string | null;
  };
}

/** The wallet and the transfer of an approval, as far as its row does not say them. */
export interface ApprovalSubject {
  readonly wallet: Pick<WalletProfile, 'chain' | 'address' | 'contract'>;
  readonly transfer: SignedTransfer;
}

/** Creates the tables where they are absent. */
export async function createWalletTables(db: AnyKysely): Promise<void> {
  const schema = new SchemaModule(db.getExecutor());
  await createReservationTable(db);
  await createTransferTable(db);
  await createLedgerTable(db);
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
    .createIndex('wallets_of_account')
    .ifNotExists()
    .on('wallets')
    .columns(['account', 'livemode', 'id'])
    .execute();
  await schema
    .createIndex('wallets_of_owner')
    .ifNotExists()
    .on('wallets')
    .columns(['account', 'livemode', 'owner', 'id'])
    .execute();
  await schema.createIndex('wallets_address').ifNotExists().on('wallets').columns(['address', 'chain']).execute();
  await schema
    .createTable('approvals')
    .ifNotExists()
    .addColumn('id', 'varchar(64)', (column) => column.primaryKey())
    .addColumn('reservation_id', 'varchar(64)', (column) => column.notNull().unique())
    .addColumn('payment_id', 'varchar(64)', (column) => column.notNull())
    .addColumn('wallet_id', 'varchar(64)', (column) => column.notNull())
    .addColumn('account', 'varchar(64)', (column) => column.notNull())
    .addColumn('livemode', 'integer', (column) => column.notNull())
    .addColumn('amount', 'varchar(40)', (column) => column.notNull())
    .addColumn('currency', 'varchar(8)', (column) => column.notNull())
    .addColumn('status', 'varchar(16)', (column) => column.notNull())
    .addColumn('approved_by', 'text', (column) => column.notNull())
    .addColumn('threshold', 'integer', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('subject', 'text')
    .execute();
  await schema
    .createIndex('approvals_of_account')
    .ifNotExists()
    .on('approvals')
    .columns(['account', 'livemode', 'id'])
    .execute();
}
