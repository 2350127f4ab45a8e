import type { Kysely } from 'kysely';
import { ProjectionFailedError } from '../errors';
import type { DomainEvent, EventBatch, EventStore, RecordedEvent } from '../ports/event-store';
import { decodeEvent, prefixesOf } from '../stream-category';
import type { StoredEvent } from '../stream-category';
import { JobChanges } from '../jobs/job-changes';
import { createCheckpointTable, moveCheckpoint, readCheckpoint, resetCheckpoint } from '../tables/checkpoint';
import type { Checkpoint } from '../tables/checkpoint';
import { changeTables } from '../tables/change-tables';
import type { Projection } from './projection';

/** Events in one transaction: enough to share its cost, few enough not to block the event loop. */
export const DEFAULT_BATCH = 128;

/** The same while a service starts: larger, so that a row that many events change is written once. */
const CATCH_UP_BATCH = 2_048;

/** Called after every transaction with two positions in the store. */
export type OnProgress = (progress: { readonly done: number; readonly total: number }) => void;

export interface CatchUpOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: OnProgress | undefined;
  /** Maximum events in one transaction. Default 2,048. */
  readonly batchSize?: number | undefined;
}

/** While a read model is being built, its checkpoint has the negated version. */
function versionInTheMaking({ version }: { readonly version: number }): number {
  return -version;
}

/**
 * Creates missing tables, and reads how far the read model is. It is rebuilt when it has another version, or includes more
 * events than the store has.
 *
 * @returns the checkpoint, and whether the read model is complete; if not, call {@link catchUp} first
 */
export async function openReadModel<DB>(
  store: EventStore,
  db: Kysely<DB>,
  projection: Projection<DB>,
): Promise<{ readonly checkpoint: Checkpoint; readonly complete: boolean }> {
  await changeTables(db, createCheckpointTable);
  const found = await readCheckpoint(db, projection.name);
  const complete = found?.version === projection.version;
  const inTheMaking = found?.version === versionInTheMaking(projection);
  if (found === undefined || !(complete || inTheMaking) || found.position > (await store.head())) {
    return { checkpoint: await makeReadModelAnew(db, projection), complete: false };
  }
  await createReadModel(db, projection);
  return { checkpoint: found, complete };
}

/** Creates missing tables, so that queries work before the read model is built. */
export function createReadModel<DB>(db: Kysely<DB>, projection: Projection<DB>): Promise<void> {
  return changeTables(db, async (trx) => {
    await createCheckpointTable(trx);
    await projection.createTables(trx);
  });
}

/** Drops and creates the tables, and starts from the first event. */
export function makeReadModelAnew<DB>(db: Kysely<DB>, projection: Projection<DB>): Promise<Checkpoint> {
  const start: Checkpoint = { position: 0, version: versionInTheMaking(projection) };
  return changeTables(db, async (trx) => {
    for (const table of projection.tables) await trx.schema.dropTable(table).ifExists().execute();
    await projection.createTables(trx);
    await createCheckpointTable(trx);
    await resetCheckpoint(trx, projection.name, start);
    return start;
  });
}

/**
 * Applies events up to the store's head. The read model is complete then.
 *
 * @returns its checkpoint
 * @throws the error of the projection; the next start continues from there
 */
export async function catchUp<DB>(
  store: EventStore,
  db: Kysely<DB>,
  projection: Projection<DB>,
  start: Checkpoint,
  { signal, onProgress, batchSize = CATCH_UP_BATCH }: CatchUpOptions,
): Promise<Checkpoint> {
  const total = await store.head();
  let checkpoint = start;
  const own = { after: start.position, prefixes: prefixesOf(projection.streams), batchSize, signal };
  if (start.position < total) {
    for await (const batch of store.subscribe(own)) {
      checkpoint = await applyBatch(db, projection, checkpoint, batch);
      onProgress?.({ done: Math.min(batch.position, total), total });
      // A subscriber is told when it has caught up, also if the last events are of other streams.
      if (batch.position >= total || batch.caughtUp) break;
    }
  }
  if (signal.aborted || checkpoint.version === projection.version) return checkpoint;
  const complete = { position: checkpoint.position, version: projection.version };
  await moveCheckpoint(db, projection.name, checkpoint, complete);
  return complete;
}

/**
 * Applies a batch: rows and checkpoint in one transaction.
 *
 * @param jobs - collects the changes that the batch makes to jobs
 * @returns the checkpoint as it is now
 * @throws {@link FencedError} when another instance has moved the checkpoint; nothing is applied then
 * @throws {@link ProjectionFailedError} that names the event which cannot be applied
 */
export async function applyBatch<DB>(
  db: Kysely<DB>,
  projection: Projection<DB>,
  checkpoint: Checkpoint,
  { events, position }: EventBatch,
  jobs = new JobChanges(),
): Promise<Checkpoint> {
  if (position === checkpoint.position) return checkpoint;
  const moved = { ...checkpoint, position };
  if (events.length === 0) {
    await moveCheckpoint(db, projection.name, checkpoint, moved);
  } else {
    const decoded = events.map((event) => decodedFor(projection, event));
    const refused: unknown[] = [];
    try {
      await db.transaction().execute(async (trx) => {
        // First, so that the transaction has the write lock before it reads.
        await moveCheckpoint(trx, projection.name, checkpoint, moved);
        await projection.apply(decoded, trx, jobs).catch((error: unknown) => {
          refused.push(error);
          throw error;
        });
        await jobs.save(trx);
      });
    } catch (error) {
      if (!refused.includes(error)) throw error;
      const failing = await failingEvent(db, projection, decoded);
      throw failing === undefined ? error : new ProjectionFailedError(projection.name, failing, error);
    }
  }
  return moved;
}

/** @throws {@link ProjectionFailedError} for an event of an earlier version that cannot be converted */
function decodedFor<DB, E extends DomainEvent>(
  { name, streams }: Pick<Projection<DB, E>, 'name' | 'streams'>,
  event: RecordedEvent,
): StoredEvent<E> {
  try {
    return decodeEvent(streams, event);
  } catch (error) {
    throw new ProjectionFailedError(name, event, error);
  }
}

/** The first event of a batch that cannot be applied; undefined when each one can, as after an outage. Changes nothing. */
async function failingEvent<DB>(
  db: Kysely<DB>,
  projection: Projection<DB>,
  events: readonly RecordedEvent[],
): Promise<RecordedEvent | undefined> {
  let failing: RecordedEvent | undefined;
  const trial = new Error('a trial, which is rolled back');
  await db
    .transaction()
    .execute(async (trx) => {
      for (const event of events) {
        failing = event;
        await projection.apply([event], trx, new JobChanges());
      }
      failing = undefined;
      throw trial;
    })
    .catch(() => undefined);
  return failing;
}
