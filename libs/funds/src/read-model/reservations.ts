import { madeAt } from '@stablecoin/contracts';
import { rowWriter } from '@stablecoin/event-sourcing';
import type { AnyKysely, RecordedEvent } from '@stablecoin/event-sourcing';
import { QueryCreator, SchemaModule } from 'kysely';

/** The reservations of a treasury or of wallets, as part of their service's read model. */
export interface ReservationTables {
  readonly reservations: {
    /** Payment and attempt: `pay_…#1`. */
    readonly id: string;
    readonly payment_id: string;
    readonly stream: string;
    readonly account: string;
    /** 0 or 1. */
    readonly livemode: number;
    readonly correlation_id: string;
    /** When its payment is asked about it, in milliseconds since the epoch; null: it is closed. */
    readonly due_at: number | null;
  };
}

/** The stored fields of a reservation; its events have more. */
export interface KnownReservation {
  readonly id: string;
  readonly paymentId: string;
  readonly stream: string;
  readonly account: string;
  readonly livemode: boolean;
  readonly correlationId: string;
  readonly dueAt: number | null;
}

type StoredReservation = ReservationTables['reservations'];

/** The events of both services that open a reservation, and those that close one or keep it from being opened. */
const OPEN: ReadonlySet<string> = new Set(['FundsReserved', 'ReservationOverdue']);
const CLOSED: ReadonlySet<string> = new Set([
  'ReservationPosted',
  'ReservationVoided',
  'ReservationRefused',
  'VoidRemembered',
  'ApprovalCanceled',
]);
/** A payment is asked again after so long at most, unless a reservation is overdue later. */
const AGAIN_MS_MAX = 3_600_000;
const WRITE = rowWriter<StoredReservation>({
  table: 'reservations',
  columns: ['id', 'payment_id', 'stream', 'account', 'livemode', 'correlation_id', 'due_at'],
  onConflict: { key: ['id'], update: ['due_at'] },
});

/** Creates the table where it is absent: for a projection's `createTables`. */
export async function createReservationTable(db: AnyKysely): Promise<void> {
  const schema = new SchemaModule(db.getExecutor());
  await schema
    .createTable('reservations')
    .ifNotExists()
    .addColumn('id', 'varchar(64)', (column) => column.primaryKey())
    .addColumn('payment_id', 'varchar(64)', (column) => column.notNull())
    .addColumn('stream', 'varchar(255)', (column) => column.notNull())
    .addColumn('account', 'varchar(64)', (column) => column.notNull())
    .addColumn('livemode', 'integer', (column) => column.notNull())
    .addColumn('correlation_id', 'varchar(255)', (column) => column.notNull())
    .addColumn('due_at', 'bigint')
    .execute();
  await schema.createIndex('reservations_due').ifNotExists().on('reservations').column('due_at').execute();
}

/**
 * Projects the reservations of a batch: what opens and closes within it is written once.
 *
 * @param overdueMs - how long a reservation may be open before its payment is asked about it
 */
export async function projectReservations(
  trx: AnyKysely,
  events: readonly RecordedEvent[],
  overdueMs: number,
): Promise<void> {
  const rows = new Map<string, StoredReservation>();
  for (const event of events) {
    const open = OPEN.has(event.type);
    if (!open && !CLOSED.has(event.type)) continue;
    const { reservationId, paymentId } = event.data as { readonly reservationId: string; readonly paymentId: string };
    const { account, livemode, correlationId, at } = event.metadata;
    const due = open ? at + againInMs(paymentId, at, overdueMs) : null;
    // All but the due time is as the first event says, in this batch or before it: the row does not depend on batches.
    const row = rows.get(reservationId) ?? {
      id: reservationId,
      payment_id: paymentId,
      stream: event.stream,
      account,
      livemode: livemode ? 1 : 0,
      correlation_id: correlationId,
      due_at: due,
    };
    rows.set(reservationId, row.due_at === due ? row : { ...row, due_at: due });
  }
  await WRITE.run(trx, [...rows.values()]);
}

/** A payment that waits for people has nothing new to say: it is asked again when it is twice as old, and every hour then. */
function againInMs(paymentId: string, at: number, overdueMs: number): number {
  const age = Math.min(at - (madeAt('pay', paymentId) ?? at), AGAIN_MS_MAX);
  return Math.max(overdueMs, age);
}

/** A reservation of a stream, open or closed; undefined when none was ever asked for or voided. */
export async function findReservation(
  db: AnyKysely,
  stream: string,
  id: string,
): Promise<KnownReservation | undefined> {
  const row = await tables(db)
    .selectFrom('reservations')
    .selectAll()
    .where('id', '=', id)
    .where('stream', '=', stream)
    .executeTakeFirst();
  return row && known(row);
}

/** Open reservations whose time has come, those due longest first. */
export async function overdueReservations(
  db: AnyKysely,
  now: number,
  limit: number,
): Promise<readonly KnownReservation[]> {
  const rows = await tables(db)
    .selectFrom('reservations')
    .selectAll()
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(limit)
    .execute();
  return rows.map(known);
}

/** When the next open reservation becomes overdue; undefined when none is open. */
export async function nextOverdueAt(db: AnyKysely): Promise<number | undefined> {
  const row = await tables(db)
    .selectFrom('reservations')
    .select('due_at')
    .where('due_at', 'is not', null)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst();
  return row?.due_at ?? undefined;
}

/** How many reservations are open. */
export async function countOpenReservations(db: AnyKysely): Promise<number> {
  const counted = await tables(db)
    .selectFrom('reservations')
    .select((row) => row.fn.countAll<number | string>().as('open'))
    .where('due_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(counted.open);
}

function known(row: StoredReservation): KnownReservation {
  return {
    id: row.id,
    paymentId: row.payment_id,
    stream: row.stream,
    account: row.account,
    livemode: row.livemode === 1,
    correlationId: row.correlation_id,
    dueAt: row.due_at,
  };
}

function tables(db: AnyKysely): QueryCreator<ReservationTables> {
  return new QueryCreator({ executor: db.getExecutor() });
}
