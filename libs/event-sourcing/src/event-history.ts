import { EventStoreUnavailableError } from './errors';
import type { EventStore, RecordedEvent } from './ports/event-store';

/** The events that a store holds at one moment, read while services append to it. */
export interface EventHistory {
  /** Every event that is flushed when this is called, in order of position. */
  events(): AsyncIterable<readonly RecordedEvent[]>;
  close(): Promise<void>;
}

const BATCH = 1_000;

/** The history of a store that any number of processes may open. */
export function historyOf(store: EventStore): EventHistory {
  return { events: () => readHistory(store), close: () => store.close() };
}

/**
 * Every event that is flushed when this is called, in order of position.
 *
 * @param prefixes - of the streams that are read; default: all
 */
export async function* readHistory(
  store: Pick<EventStore, 'head' | 'subscribe'>,
  prefixes?: readonly string[],
): AsyncGenerator<readonly RecordedEvent[]> {
  const head = await store.head();
  if (head === 0) return;
  const ending = new AbortController();
  try {
    // A restored stream has the revisions that it had, so that those that are not ours stay in their places.
    const selected = prefixes === undefined ? { includesForeign: true } : { prefixes };
    const subscribed = store.subscribe({ after: 'start', batchSize: BATCH, signal: ending.signal, ...selected });
    for await (const { events, position, caughtUp } of subscribed) {
      const within = events.filter((event) => event.position <= head);
      if (within.length > 0) yield within;
      if (position >= head || caughtUp) return;
    }
  } finally {
    ending.abort();
  }
  throw new EventStoreUnavailableError(new Error(`it ended before position ${head}`));
}
