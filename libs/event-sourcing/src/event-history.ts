import { EventStoreUnavailableError } from './errors';
import { decodeEvent, prefixesOf } from './stream-category';
import type { StoredEvent, StreamCategory } from './stream-category';
import type { DomainEvent, EventStore, RecordedEvent, SubscribeOptions } from './ports/event-store';

/** The events that a store holds at one moment, read while services append to it. */
export interface EventHistory {
  /** Every event that is flushed when this is called, in order of position. */
  events(): AsyncIterable<readonly RecordedEvent[]>;
  close(): Promise<void>;
}

const BATCH = 1_000;

/** The history of a store that any number of processes may open. */
export function historyOf(store: EventStore): EventHistory {
  // A restored stream has the revisions that it had, so that those that are not ours stay in their places.
  return { events: () => readFlushed(store, { includesForeign: true }), close: () => store.close() };
}

/** Every event of some streams that is flushed when this is called, in order of position. */
export async function* readHistory<E extends DomainEvent>(
  store: Pick<EventStore, 'head' | 'subscribe'>,
  streams: readonly StreamCategory<E>[],
): AsyncGenerator<readonly StoredEvent<E>[]> {
  for await (const events of readFlushed(store, { prefixes: prefixesOf(streams) })) {
    yield events.map((event) => decodeEvent(streams, event));
  }
}

async function* readFlushed(
  store: Pick<EventStore, 'head' | 'subscribe'>,
  selected: Pick<SubscribeOptions, 'prefixes' | 'includesForeign'>,
): AsyncGenerator<readonly RecordedEvent[]> {
  const head = await store.head();
  if (head === 0) return;
  const ending = new AbortController();
  try {
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
