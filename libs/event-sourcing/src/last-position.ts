import type { EventStore } from './ports/event-store';

/** Position of the last event of these streams that the store holds now, if it comes after a position; else that. */
export async function lastPosition(store: EventStore, prefixes: readonly string[], after: number): Promise<number> {
  const head = await store.head();
  let last = after;
  if (head <= after) return last;
  // Of all streams, because a subscription need not tell of the events that it has passed over.
  for await (const { events, position } of store.subscribe({ after, signal: new AbortController().signal })) {
    for (const event of events) {
      if (event.position <= head && prefixes.some((prefix) => event.stream.startsWith(prefix))) last = event.position;
    }
    if (position >= head) break;
  }
  return last;
}
