import type { RecordedEvent } from '@stablecoin/event-sourcing';
import type { EventPage } from '../event-tail';
import { categoryOf, type StreamFilter } from '../stream-filter';

/** What a busy process reads in some seconds. */
const CAPACITY = 8_192;

/** The latest events that were read, in a log whose positions have gaps. */
export class RecentEvents {
  #events: RecordedEvent[] = [];
  #categories: number[] = [];
  #floor = 0;
  #last = 0;

  /** @param capacity - events that are kept at least; up to twice as many are */
  constructor(private readonly capacity = CAPACITY) {}

  /** Everything up to here has been read. */
  get head(): number {
    return this.#last;
  }

  /** Forgets everything up to a position. */
  clear(head: number): void {
    this.#events = [];
    this.#categories = [];
    this.#floor = this.#last = head;
  }

  /** @param events - the next ones, in order. @param head - everything up to here has been read; never less than before */
  add(events: readonly RecordedEvent[], head: number): void {
    for (const event of events) {
      this.#events.push(event);
      this.#categories.push(categoryOf(event.stream));
    }
    this.#last = head;
    const tooMany = this.#events.length - this.capacity;
    if (tooMany < this.capacity) return;
    this.#floor = this.#events[tooMany - 1]?.position ?? this.#floor;
    this.#events = this.#events.slice(tooMany);
    this.#categories = this.#categories.slice(tooMany);
  }

  /** The first `limit` matching events after a position; undefined when it is before those that are kept. */
  page(after: number, limit: number, filter: StreamFilter): EventPage | undefined {
    if (after < this.#floor) return undefined;
    const events: RecordedEvent[] = [];
    for (let index = this.#indexAfter(after); index < this.#events.length; index++) {
      const [event, category] = [this.#events[index], this.#categories[index]];
      if (event === undefined || category === undefined) break;
      if (!filter.mayMatch(category) || !filter.matches(event.stream)) continue;
      events.push(event);
      if (events.length === limit) return { events, position: event.position };
    }
    return { events, position: this.#last };
  }

  /** Index of the first event after a position. */
  #indexAfter(position: number): number {
    let [low, high] = [0, this.#events.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#events[middle]?.position ?? Infinity) <= position) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
