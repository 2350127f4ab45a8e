import type { Kysely } from 'kysely';
import type { EventStore } from '../store/event-store';
import type { Projection } from './projection';
import { catchUp, makeReadModelAnew } from './read-model';
import type { CatchUpOptions } from './read-model';

export interface RebuildOptions<DB> extends Omit<CatchUpOptions, 'signal'> {
  readonly store: EventStore;
  readonly db: Kysely<DB>;
  readonly projection: Projection<DB>;
  /** Ends it early; the next start goes on from there. */
  readonly signal?: AbortSignal;
}

/**
 * Makes a read model anew from all events up to now. A projector that runs meanwhile is fenced off and stops.
 *
 * @throws what the projection throws: nothing is skipped, and the next start goes on from there
 */
export async function rebuildReadModel<DB>(options: RebuildOptions<DB>): Promise<void> {
  const { store, db, projection, onProgress, batchSize, signal = new AbortController().signal } = options;
  const start = await makeReadModelAnew(db, projection);
  await catchUp(store, db, projection, start, { signal, onProgress, batchSize });
}
