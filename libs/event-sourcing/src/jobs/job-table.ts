import { PostgresAdapter, QueryCreator, SchemaModule, sql } from 'kysely';
import { BatchStatement, rowWriter } from '../tables/batch-statement';
import type { AnyKysely } from '../ports/open-database';
import type { Json, RecordedEvent } from '../ports/event-store';
import type { Job, NewJob } from './job';

/** The table of jobs, as part of a service's database. Its names are those that databases already have. */
export interface JobTables {
  readonly work: {
    readonly kind: string;
    readonly key: string;
    /** The ordering key. */
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
    readonly traceparent: string | null;
    /** JSON. */
    readonly data: string;
  };
}

export type StoredJob = JobTables['work'];

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
  'traceparent',
  'data',
] as const;
const WRITE = rowWriter<StoredJob>({
  table: 'work',
  columns: [...IDENTITY, ...CHANGEABLE],
  onConflict: { key: IDENTITY, update: CHANGEABLE },
});
/** Rows of one kind. */
const REMOVE = new BatchStatement<JobTables, Pick<Job, 'kind' | 'key'>>({
  build: (queries, count) =>
    queries.deleteFrom('work').where('kind', '=', '').where('key', 'in', Array<string>(count).fill('')),
  parameters: (rows) => [rows[0]?.kind, ...rows.map(({ key }) => key)],
});

/** Creates the table and its indexes where they are absent: for a projection's `createTables`. */
export async function createJobTable(db: AnyKysely): Promise<void> {
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
    .addColumn('traceparent', 'varchar(55)')
    .addColumn('data', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('work_pkey', ['kind', 'key'])
    .execute();
  await addTraceparent(db);
  // With the ordering key in it, jobs whose ordering key is busy are left out without being read.
  await schema.createIndex('work_due').ifNotExists().on('work').columns(['kind', 'due_at', 'claim']).execute();
  await schema
    .createIndex('work_order')
    .ifNotExists()
    .on('work')
    .columns(['kind', 'claim', 'sequence', 'key'])
    .execute();
}

/** Tables of earlier versions lack the column. Their jobs have no trace, so no rebuild is needed. */
async function addTraceparent(db: AnyKysely): Promise<void> {
  const executor = db.getExecutor();
  if (executor.adapter instanceof PostgresAdapter) {
    await sql`alter table work add column if not exists traceparent varchar(55)`.execute(db);
    return;
  }
  const { rows } = await sql`select 1 from pragma_table_info('work') where name = 'traceparent'`.execute(db);
  if (rows.length === 0) await sql`alter table work add column traceparent varchar(55)`.execute(db);
}

/** Makes a job for an event. Missing fields are taken from the event. */
export function jobFrom(
  event: RecordedEvent,
  job: Pick<NewJob, 'kind' | 'key'> & Partial<Omit<NewJob, 'eventId' | 'stream'>>,
): NewJob {
  const { at, account, livemode, correlationId, traceparent } = event.metadata;
  const { id: eventId, stream, data, position } = event;
  const made = { sequence: position, dueAt: at, account, livemode, correlationId, data, eventId, stream, ...job };
  return traceparent === undefined ? made : { traceparent, ...made };
}

/** Adds jobs. They replace jobs of the same kind and key; the last one counts. */
export async function addJobs(trx: AnyKysely, jobs: readonly NewJob[]): Promise<void> {
  const distinct = new Map(jobs.map((job) => [`${job.kind}\n${job.key}`, toStored(job)]));
  await WRITE.run(trx, [...distinct.values()]);
}

/** Removes jobs that are done, or no longer wanted. Unknown keys are ignored. */
export async function removeJobs(trx: AnyKysely, kind: string, keys: string | readonly string[]): Promise<void> {
  const removed = typeof keys === 'string' ? [keys] : keys;
  await REMOVE.run(
    trx,
    removed.map((key) => ({ kind, key })),
  );
}

/** Postpones a job, after an attempt that events report. */
export async function postponeJob(
  trx: AnyKysely,
  kind: string,
  key: string,
  { dueAt, attempt }: Pick<Job, 'dueAt' | 'attempt'>,
): Promise<void> {
  const changed = { due_at: dueAt, attempt };
  await tables(trx).updateTable('work').set(changed).where('kind', '=', kind).where('key', '=', key).execute();
}

/** Reads the jobs of some kinds, due or not. */
export async function readJobs(db: AnyKysely, kinds: readonly string[], limit: number): Promise<readonly Job[]> {
  const rows = await tables(db).selectFrom('work').selectAll().where('kind', 'in', kinds).limit(limit).execute();
  return rows.map(toJob);
}

/** Counts the jobs of a kind, due or not. */
export async function countJobs(db: AnyKysely, kind: string): Promise<number> {
  const counted = await tables(db)
    .selectFrom('work')
    .select((row) => row.fn.countAll<number | string>().as('rows'))
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow();
  return Number(counted.rows);
}

/** Due jobs that are counted, at most. */
const DUE_MAX = 10_000;

/** Counts the jobs of a kind that are due at a time, up to 10,000. */
export async function countDueJobs(
  db: AnyKysely,
  kind: string,
  now: number,
): Promise<{ readonly waiting: number; readonly oldestDueAt: number | null }> {
  const due = tables(db)
    .selectFrom('work')
    .select('due_at')
    .where('kind', '=', kind)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(DUE_MAX)
    .as('due');
  const found = await tables(db)
    .selectFrom(due)
    .select((row) => [row.fn.countAll<number | string>().as('waiting'), row.fn.min('due_at').as('oldest')])
    .executeTakeFirstOrThrow();
  const oldest = found.oldest as number | string | null;
  return { waiting: Number(found.waiting), oldestDueAt: oldest === null ? null : Number(oldest) };
}

function toStored(job: NewJob): StoredJob {
  return {
    kind: job.kind,
    key: job.key,
    claim: job.orderingKey ?? job.key,
    sequence: job.sequence ?? 0,
    due_at: job.dueAt,
    attempt: job.attempt ?? 0,
    event_id: job.eventId,
    stream: job.stream,
    account: job.account,
    livemode: job.livemode ? 1 : 0,
    correlation_id: job.correlationId,
    traceparent: job.traceparent ?? null,
    data: JSON.stringify(job.data),
  };
}

export function toJob(row: StoredJob): Job {
  return {
    kind: row.kind,
    key: row.key,
    orderingKey: row.claim,
    sequence: row.sequence,
    dueAt: row.due_at,
    attempt: row.attempt,
    eventId: row.event_id,
    stream: row.stream,
    account: row.account,
    livemode: row.livemode === 1,
    correlationId: row.correlation_id,
    ...(row.traceparent === null ? {} : { traceparent: row.traceparent }),
    data: JSON.parse(row.data) as Json,
  };
}

function tables(db: AnyKysely): QueryCreator<JobTables> {
  return new QueryCreator({ executor: db.getExecutor() });
}
