import { rowWriter } from '@stablecoin/event-sourcing';
import type { AnyKysely, RecordedEvent } from '@stablecoin/event-sourcing';
import { QueryCreator, SchemaModule } from 'kysely';

/** What was credited to a treasury or to wallets, inbound transfers and returned reservations, in their service's read model. */
export interface TransferTables {
  readonly transfers: { readonly stream: string; readonly transfer_id: string };
}

const WRITE = rowWriter<TransferTables['transfers']>({ table: 'transfers', columns: ['stream', 'transfer_id'] });
const CREDITED: ReadonlySet<string> = new Set(['TreasuryCredited', 'WalletCredited', 'DepositHeld']);

/** Creates the table where it is absent: for a projection's `createTables`. */
export async function createTransferTable(db: AnyKysely): Promise<void> {
  await new SchemaModule(db.getExecutor())
    .createTable('transfers')
    .ifNotExists()
    .addColumn('stream', 'varchar(255)', (column) => column.notNull())
    .addColumn('transfer_id', 'varchar(255)', (column) => column.notNull())
    .addPrimaryKeyConstraint('transfers_pkey', ['stream', 'transfer_id'])
    .execute();
}

/** Projects the credits of a batch. */
export async function projectTransfers(trx: AnyKysely, events: readonly RecordedEvent[]): Promise<void> {
  const rows = events
    .filter(({ type }) => CREDITED.has(type) || type === 'ReservationReturned')
    .map(({ stream, data }) => ({ stream, transfer_id: creditOf(data as Credit) }));
  await WRITE.run(trx, rows);
}

type Credit = { readonly transferId: string } | { readonly reservationId: string };

function creditOf(credit: Credit): string {
  return 'transferId' in credit ? credit.transferId : credit.reservationId;
}

/** Each transfer is known for ever by its own identity, so that it is credited once (protocol rule 4). */
export class Transfers {
  constructor(private readonly db: AnyKysely) {}

  /** Whether a transfer was credited on a stream, as far as the read model goes. */
  async has(stream: string, transferId: string): Promise<boolean> {
    const row = await tables(this.db)
      .selectFrom('transfers')
      .select('transfer_id')
      .where('stream', '=', stream)
      .where('transfer_id', '=', transferId)
      .executeTakeFirst();
    return row !== undefined;
  }
}

function tables(db: AnyKysely): QueryCreator<TransferTables> {
  return new QueryCreator({ executor: db.getExecutor() });
}
