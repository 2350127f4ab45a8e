import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { EventBatch, SubscribeOptions } from '@stablecoin/event-sourcing';
import { type EventPage, EventTail } from '../event-tail';
import { categoryOf, type StreamFilter } from '../stream-filter';
import { Subscriptions } from '../subscriptions';
import type { WriterListener } from './write-queue';
import { isAppend, recordedEvents, type Append, type GroupedWrite } from './writes';

/** Reads pages of flushed events. */
export interface PageReader {
  /** The first events after a position, at most `limit` of them, looking no further than `head`. */
  page(after: number, head: number, limit: number, filter: StreamFilter): EventPage | Promise<EventPage>;
}

/**
 * All events in order: recent ones from memory, older ones from the database. It has two ends: events delivered before
 * the flush are ahead of the flushed ones.
 */
export class GroupCommitLog implements WriterListener {
  readonly #tail: EventTail;
  /** Categories of the events delivered in this tick of the event loop. */
  #handedOut = new Set<number>();
  #onDisk: number;
  readonly #beforeFlush: Subscriptions;
  readonly #flushed: Subscriptions;

  constructor(
    private readonly reader: PageReader,
    head: number,
    tailCapacity: number,
  ) {
    this.#tail = new EventTail(tailCapacity, head);
    this.#onDisk = head;
    this.#beforeFlush = this.#subscriptionsUpTo(() => this.#tail.head);
    this.#flushed = this.#subscriptionsUpTo(() => this.#onDisk);
  }

  /** Position of the last event, flushed or not. */
  get head(): number {
    return this.#tail.head;
  }

  /** Position of the last flushed event. */
  get durableHead(): number {
    return this.#onDisk;
  }

  subscribe(options: SubscribeOptions): AsyncIterable<EventBatch> {
    return (options.beforeFlush === true ? this.#beforeFlush : this.#flushed).subscribe(options);
  }

  /** Delivers an append that is about to be written. */
  handOut(append: Append): void {
    // At the end of the tick, after the requests were sent to the writer.
    if (this.#handedOut.size === 0) setImmediate(() => this.#notifyBeforeFlush());
    for (const event of recordedEvents(append)) this.#handedOut.add(this.#tail.push(event));
  }

  end(cause?: Error): void {
    this.#beforeFlush.end(cause);
    this.#flushed.end(cause);
  }

  written(group: readonly GroupedWrite[]): void {
    const grown = new Set<number>();
    for (const { request, events } of group.filter(isAppend)) {
      const [, stream, , position] = request;
      grown.add(categoryOf(stream));
      this.#onDisk = position + events.length - 1;
    }
    this.#flushed.grown(grown);
  }

  lost(error: Error): void {
    this.end(error);
  }

  #notifyBeforeFlush(): void {
    const grown = this.#handedOut;
    this.#handedOut = new Set();
    this.#beforeFlush.grown(grown);
  }

  #subscriptionsUpTo(end: () => number): Subscriptions {
    return new Subscriptions({
      get head() {
        return end();
      },
      page: (after, limit, filter) =>
        this.#tail.reachesBack(after)
          ? this.#tail.page(after, limit, filter, end())
          : this.#pageFromDisk(after, limit, filter),
    });
  }

  /** Yields to the event loop first: a subscriber that catches up reads many pages. */
  async #pageFromDisk(after: number, limit: number, filter: StreamFilter): Promise<EventPage> {
    await yieldToEventLoop();
    if (after >= this.#onDisk) return { events: [], position: after };
    return this.reader.page(after, this.#onDisk, limit, filter);
  }
}
