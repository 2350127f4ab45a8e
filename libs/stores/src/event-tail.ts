import type { RecordedEvent } from '@stablecoin/event-sourcing';
import { type StreamFilter, categoryOf } from './stream-filter';

/** Matching events, and the position up to which the store was searched. */
export interface EventPage {
  readonly events: readonly RecordedEvent[];
  /** Last position that was searched. */
  readonly position: number;
}

/**
 * The most recent events of a store whose positions have no gaps. Live subscribers read from it. It keeps at most
 * `capacity` events; with an infinite capacity it holds the whole store.
 */
export class EventTail {
  /** Ring buffer: the event at position p is at index p modulo the capacity. */
  readonly #ring: RecordedEvent[] = [];
  /** The category of each event's stream, at the same index. */
  readonly #categories: number[] = [];
  #first: number;
  #last: number;

  constructor(
    private readonly capacity: number,
    head: number,
  ) {
    this.#first = head + 1;
    this.#last = head;
  }

  /** Position of the last event. */
  get head(): number {
    return this.#last;
  }

  /** Adds the next event. @returns the category of its stream */
  push(event: RecordedEvent): number {
    const index = event.position % this.capacity;
    const category = categoryOf(event.stream);
    this.#ring[index] = event;
    this.#categories[index] = category;
    this.#last = event.position;
    this.#first = Math.max(this.#first, this.#last - this.capacity + 1);
    return category;
  }

  /** Whether all events after this position are in the tail. */
  reachesBack(after: number): boolean {
    return after >= this.#first - 1;
  }

  /** The first `limit` matching events after a position, up to `end`. Requires {@link reachesBack} of that position. */
  page(after: number, limit: number, filter: StreamFilter, end = this.#last): EventPage {
    const events: RecordedEvent[] = [];
    for (let position = after + 1; position <= end; position += 1) {
      const index = position % this.capacity;
      const [event, category] = [this.#ring[index], this.#categories[index]];
      if (event?.position !== position || category === undefined) {
        throw new Error(`the event at position ${position} is not in the tail`);
      }
      if (!filter.mayMatch(category) || !filter.matches(event.stream)) continue;
      events.push(event);
      if (events.length === limit) return { events, position };
    }
    return { events, position: end };
  }
}
