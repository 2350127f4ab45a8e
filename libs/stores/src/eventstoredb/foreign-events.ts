import type { Log } from '@stablecoin/event-sourcing';
import { isOurs } from '@stablecoin/event-sourcing';
import type { LogPage } from './log-page';

const LOG_INTERVAL_MS = 10_000;
/** Streams that are named in the log. */
const NAMED_MAX = 100;

/** Counts the events in our streams that others have appended, and the streams that somebody has deleted; says so in the log. */
export class ForeignEvents {
  readonly #deleted = new Set<string>();
  #seenTo = 0;
  #loggedAt = -Infinity;
  #found = 0;

  constructor(private readonly log: Log) {}

  /** How many were passed over since the start, tombstones included. */
  get count(): number {
    return this.#found;
  }

  /** Pages that several subscribers read count once. */
  see({ events, deleted, last }: LogPage): void {
    for (const stream of deleted) this.#seeDeleted(stream);
    const foreign = events.filter((event) => event.position > this.#seenTo && !isOurs(event));
    this.#seenTo = Math.max(this.#seenTo, last);
    const [first] = foreign;
    if (first === undefined) return;
    this.#found += foreign.length;
    if (performance.now() < this.#loggedAt + LOG_INTERVAL_MS) return;
    this.#loggedAt = performance.now();
    const { stream, revision, type } = first;
    this.log.warn(
      { stream, revision, type, count: this.#found },
      'an event of another application is in the event store, and is passed over',
    );
  }

  #seeDeleted(stream: string): void {
    if (this.#deleted.has(stream) || this.#deleted.size >= NAMED_MAX) return;
    this.#deleted.add(stream);
    this.#found++;
    this.log.error(
      { stream },
      'a stream was deleted in the event store for good: nothing can be decided about it any more',
    );
  }
}
