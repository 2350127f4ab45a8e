import { QueryCreator, SchemaModule } from 'kysely';
import { BatchStatement, rowWriter } from '../projection/batch-statement';
import type { AnyKysely } from '../projection/database';
import type { Json, RecordedEvent } from '../store/event-store';

/**
 * Something to be done outside, or at a certain time. A row is part of a read model: an event adds it, the event that
 * reports on it removes or postpones it, and a restart forgets nothing.
 */
export interface WorkRow {
  /** Names the worker that does it. */
  readonly kind: string;
  /** Identity within the kind. */
  readonly key: string;
  /** Rows of one claim are done one after the other. */
  readonly claim: string;
  /** Order within a claim, the lowest first; the key decides between equals. */
  readonly sequence: number;
  /** Not before this moment, in milliseconds since the epoch. */
  readonly dueAt: number;
  /** How often it was tried, as far as events tell. */
  readonly attempt: number;
  /** The event that added it. */
  readonly eventId: string;
  readonly stream: string;
  readonly account: string;
  readonly livemode: boolean;
  readonly correlationId: string;
  readonly data: Json;
}

/** A row to be added. Left out: it depends on no other row (`claim` is its key, `sequence` 0), and was never tried. */
export type NewWork = Omit<WorkRow, 'claim' | 'sequence' | 'attempt'> &
  Partial<Pick<WorkRow, 'claim' | 'sequence' | 'attempt'>>;

/** The table, as part of a service's database. */
export interface WorkTables {
  readonly work: {
    readonly kind: string;
    readonly key: string;
    readonly claim: string;
    readonly sequence: number;
    readonly due_at: number;
    readonly attempt: number;
    readonly event_id: string;
    readonly stream: string;
    readonly account: string;
    /** 0 or 1. */
    readonly livemode: number;
    readonly correlation_id: string;
    /** JSON. */
    readonly data: string;
  };
}

export type StoredWork = WorkTables['work'];

const IDENTITY = ['kind', 'key'] as const;
const CHANGEABLE = [
  'claim',
  'sequence',
  'due_at',
  'attempt',
  'event_id',
  'stream',
  'account',
  'livemode',
  'correlation_id',
  'data',
] as const;
const WRITE = rowWriter<StoredWork>({
  table: 'work',
  columns: [...IDENTITY, ...CHANGEABLE],
  onConflict: { key: IDENTITY, update: CHANGEABLE },
});
/** Rows of one kind. */
const REMOVE = new BatchStatement<WorkTables, Pick<WorkRow, 'kind' | 'key'>>({
  build: (queries, count) =>
    queries.deleteFrom('work').where('kind', '=', '').where('key', 'in', Array<string>(count).fill('')),
  parameters: (rows) => [rows[0]?.kind, ...rows.map(({ key }) => key)],
});

/** Creates the table and its indexes where they are absent: for a projection's `createTables`. */
export async function createWorkTable(db: AnyKysely): Promise<void> {
  const schema = new SchemaModule(db.getExecutor());
  await schema
    .createTable('work')
    .ifNotExists()
    .addColumn('kind', 'varchar(64)', (column) => column.notNull())
    .addColumn('key', 'varchar(255)', (column) => column.notNull())
    .addColumn('claim', 'varchar(255)', (column) => column.notNull())
    .addColumn('sequence', 'bigint', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('attempt', 'integer', (column) => column.notNull())
    .addColumn('event_id', 'varchar(64)', (column) => column.notNull())
    .addColumn('stream', 'varchar(255)', (column) => column.notNull())
    .addColumn('account', 'varchar(255)', (column) => column.notNull())
    .addColumn('livemode', 'integer', (column) => column.notNull())
    .addColumn('correlation_id', 'varchar(255)', (column) => column.notNull())
    .addColumn('data', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('work_pkey', ['kind', 'key'])
    .execute();
  // With the claim in it, rows of claims that are being worked on are passed over without being read.
  await schema.createIndex('work_due').ifNotExists().on('work').columns(['kind', 'due_at', 'claim']).execute();
  await schema
    .createIndex('work_order')
    .ifNotExists()
    .on('work')
    .columns(['kind', 'claim', 'sequence', 'key'])
    .execute();
}

/** A row that follows from an event: what it does not say is the event's own. */
export function workFrom(
  event: RecordedEvent,
  work: Pick<NewWork, 'kind' | 'key'> & Partial<Omit<NewWork, 'eventId' | 'stream'>>,
): NewWork {
  const { at, account, livemode, correlationId } = event.metadata;
  const { id: eventId, stream, data, position } = event;
  return { sequence: position, dueAt: at, account, livemode, correlationId, data, eventId, stream, ...work };
}

/** Adds rows; those of the same kind and key are replaced, the last one counts. */
export async function addWorkRows(trx: AnyKysely, rows: readonly NewWork[]): Promise<void> {
  const distinct = new Map(rows.map((row) => [`${row.kind}\n${row.key}`, toStored(row)]));
  await WRITE.run(trx, [...distinct.values()]);
}

/** Removes what is done, or is not wanted any more. Keys that are not there are passed over. */
export async function removeWork(trx: AnyKysely, kind: string, keys: string | readonly string[]): Promise<void> {
  const removed = typeof keys === 'string' ? [keys] : keys;
  await REMOVE.run(
    trx,
    removed.map((key) => ({ kind, key })),
  );
}

/** Puts a row off, after an attempt that events tell of. */
export async function postponeWork(
  trx: AnyKysely,
  kind: string,
  key: string,
  { dueAt, attempt }: Pick<WorkRow, 'dueAt' | 'attempt'>,
): Promise<void> {
  const changed = { due_at: dueAt, attempt };
  await tables(trx).updateTable('work').set(changed).where('kind', '=', kind).where('key', '=', key).execute();
}

/** The rows of some kinds, due or not. */
export async function readWork(db: AnyKysely, kinds: readonly string[], limit: number): Promise<readonly WorkRow[]> {
  const rows = await tables(db).selectFrom('work').selectAll().where('kind', 'in', kinds).limit(limit).execute();
  return rows.map(toRow);
}

/** How many rows of a kind are on the list, due or not. */
export async function countWork(db: AnyKysely, kind: string): Promise<number> {
  const counted = await tables(db)
    .selectFrom('work')
    .select((row) => row.fn.countAll<number | string>().as('rows'))
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow();
  return Number(counted.rows);
}

function toStored(row: NewWork): StoredWork {
  return {
    kind: row.kind,
    key: row.key,
    claim: row.claim ?? row.key,
    sequence: row.sequence ?? 0,
    due_at: row.dueAt,
    attempt: row.attempt ?? 0,
    event_id: row.eventId,
    stream: row.stream,
    account: row.account,
    livemode: row.livemode ? 1 : 0,
    correlation_id: row.correlationId,
    data: JSON.stringify(row.data),
  };
}

/** A row, as it was added. */
export function toRow(row: StoredWork): WorkRow {
  return {
    kind: row.kind,
    key: row.key,
    claim: row.claim,
    sequence: row.sequence,
    dueAt: row.due_at,
    attempt: row.attempt,
    eventId: row.event_id,
    stream: row.stream,
    account: row.account,
    livemode: row.livemode === 1,
    correlationId: row.correlation_id,
    data: JSON.parse(row.data) as Json,
  };
}

function tables(db: AnyKysely): QueryCreator<WorkTables> {
  return new QueryCreator({ executor: db.getExecutor() });
}
