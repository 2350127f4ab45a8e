import type { Kysely } from 'kysely';
import type { EventStore } from '../ports/event-store';
import type { Projection } from './projection';
import { catchUp, makeReadModelAnew, openReadModel } from './read-model';
import type { CatchUpOptions } from './read-model';

export interface RebuildOptions<DB> extends Omit<CatchUpOptions, 'signal'> {
  readonly store: EventStore;
  readonly db: Kysely<DB>;
  readonly projection: Projection<DB>;
  /** Stops early; the next start continues from there. */
  readonly signal?: AbortSignal;
}

/**
 * Rebuilds a read model from all current events. A projector that runs meanwhile is fenced and stops.
 *
 * @throws the error of the projection; the next start continues from there
 */
export async function rebuildReadModel<DB>(options: RebuildOptions<DB>): Promise<void> {
  const { store, db, projection, onProgress, batchSize, signal = new AbortController().signal } = options;
  const start = await makeReadModelAnew(db, projection);
  await catchUp(store, db, projection, start, { signal, onProgress, batchSize });
}

/**
 * Applies the events that a read model does not have yet, or rebuilds it where a projector would. One that runs meanwhile is
 * fenced and stops.
 *
 * @throws the error of the projection; the next start continues from there
 */
export async function updateReadModel<DB>(options: RebuildOptions<DB>): Promise<void> {
  const { store, db, projection, onProgress, batchSize, signal = new AbortController().signal } = options;
  const { checkpoint } = await openReadModel(store, db, projection);
  await catchUp(store, db, projection, checkpoint, { signal, onProgress, batchSize });
}
