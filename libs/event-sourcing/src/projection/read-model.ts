import type { Kysely } from 'kysely';
import type { EventBatch, EventStore } from '../store/event-store';
import { JobChanges } from '../jobs/job-changes';
import { createCheckpointTable, moveCheckpoint, readCheckpoint, resetCheckpoint } from './checkpoint';
import type { Checkpoint } from './checkpoint';
import { changeTables } from './database';
import type { Projection } from './projection';

/** Events in one transaction: enough to share its cost, few enough to leave the event loop free between them. */
export const DEFAULT_BATCH = 128;

/** The same before the service serves anybody: rows that many events change are written once for all of them. */
const CATCH_UP_BATCH = 2_048;

/** Told after every transaction; both are positions in the store. */
export type OnProgress = (progress: { readonly done: number; readonly total: number }) => void;

export interface CatchUpOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: OnProgress | undefined;
  /** Events in one transaction at most. Default 2,048. */
  readonly batchSize?: number | undefined;
}

/** A checkpoint carries this version, negated, for as long as its read model is being made and is not complete. */
function versionInTheMaking({ version }: { readonly version: number }): number {
  return -version;
}

/**
 * Creates the tables where they are absent, and finds out how far the read model has come. One of another version, or
 * made from more events than the store has, is of no use: it is begun anew.
 *
 * @returns the checkpoint, and whether the read model was complete there: otherwise it has to {@link catchUp} first
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

/** Creates the tables where they are absent, empty: so that they can be asked before anybody has filled them. */
export function createReadModel<DB>(db: Kysely<DB>, projection: Projection<DB>): Promise<void> {
  return changeTables(db, async (trx) => {
    await createCheckpointTable(trx);
    await projection.createTables(trx);
  });
}

/** Drops the tables, creates them empty, and begins from the first event. */
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
 * Brings a read model up to the store's head. One in the making is a complete one then.
 *
 * @returns its checkpoint
 * @throws what the projection throws; the next start goes on from there
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
  const own = { after: start.position, prefixes: projection.prefixes, batchSize, signal };
  if (start.position < total) {
    for await (const batch of store.subscribe(own)) {
      checkpoint = await applyBatch(db, projection, checkpoint, batch);
      onProgress?.({ done: Math.min(batch.position, total), total });
      // Whatever streams stand at the end, a subscriber is told once that it has seen all.
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
    await db.transaction().execute(async (trx) => {
      // First, because a transaction that begins by writing holds the lock before it has read anything.
      await moveCheckpoint(trx, projection.name, checkpoint, moved);
      await projection.apply(events, trx, jobs);
      await jobs.save(trx);
    });
  }
  return moved;
}
