import type { RecordedEvent } from './event-store';
import { type StreamFilter, categoryOf } from './stream-filter';

/** What a look at the store found: events that match, and how far the look went. */
export interface EventPage {
  readonly events: readonly RecordedEvent[];
  /** Everything up to and including this position has been looked at. */
  readonly position: number;
}

/**
 * The most recent events of a store whose positions have no gaps, from which live subscribers read. Its memory is
 * bounded by the capacity; with an infinite one it holds the whole store.
 */
export class EventTail {
  /** The event at position p lies at p modulo the capacity, so that the newest overwrites the oldest. */
  private readonly ring: RecordedEvent[] = [];
  /** The category of each event's stream, at its place. */
  private readonly categories: number[] = [];
  private first: number;
  private last: number;

  constructor(
    private readonly capacity: number,
    head: number,
  ) {
    this.first = head + 1;
    this.last = head;
  }

  /** Position of the last event. */
  get head(): number {
    return this.last;
  }

  /** @returns the category of its stream */
  push(event: RecordedEvent): number {
    const index = event.position % this.capacity;
    const category = categoryOf(event.stream);
    this.ring[index] = event;
    this.categories[index] = category;
    this.last = event.position;
    this.first = Math.max(this.first, this.last - this.capacity + 1);
    return category;
  }

  /** Whether every event after this position is still here. */
  reachesBack(after: number): boolean {
    return after >= this.first - 1;
  }

  /** The first events after a position that {@link reachesBack}, at most `limit` of them, looking no further than `end`. */
  page(after: number, limit: number, filter: StreamFilter, end = this.last): EventPage {
    const events: RecordedEvent[] = [];
    for (let position = after + 1; position <= end; position += 1) {
      const index = position % this.capacity;
      const [event, category] = [this.ring[index], this.categories[index]];
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
