import { setImmediate } from 'node:timers/promises';
import type { EventBatch, SubscribeOptions } from './event-store';
import type { EventPage } from './event-tail';
import { StreamFilter } from './stream-filter';

const DEFAULT_BATCH_SIZE = 512;

/** So many events of other streams may pass before a subscriber is handed an empty batch, to move its checkpoint. */
const FOREIGN_EVENTS_MAX = 512;

/** Everything in a store, in order. */
export interface EventLog {
  /** Position of the last event that subscribers may see, 0 when there is none. */
  readonly head: number;
  /** The first events after a position, at most `limit` of them; it goes on to `head` or at least some way. */
  page(after: number, limit: number, filter: StreamFilter): EventPage | Promise<EventPage>;
}

/** A subscriber that has seen everything and waits for more. */
interface Waiter {
  readonly filter: StreamFilter;
  /** The position that its consumer was last told of. */
  readonly told: number;
  readonly wake: () => void;
}

/**
 * The subscriptions of an embedded store. Catching up and being live are one operation, "the next page after where I
 * am", so there is no seam between them; an append wakes whoever waits for it, and nothing polls.
 */
export class Subscriptions {
  private readonly waiters = new Set<Waiter>();
  private readonly signals = new WeakSet<AbortSignal>();
  private ended: { readonly cause: Error | undefined } | undefined;

  constructor(private readonly log: EventLog) {}

  /** See {@link EventStore.subscribe}. */
  subscribe(options: SubscribeOptions): AsyncIterable<EventBatch> {
    const { after } = options;
    return this.batches(after === 'start' ? 0 : after === 'end' ? this.log.head : after, options);
  }

  /** Tells the waiting subscribers that the log has grown by events of these categories, which they may read now. */
  grown(categories: ReadonlySet<number>): void {
    const grown = [...categories];
    for (const { told, filter, wake } of this.waiters) {
      const manyForeign = this.log.head - told >= FOREIGN_EVENTS_MAX;
      if (manyForeign || grown.some((category) => filter.mayMatch(category))) wake();
    }
  }

  /** Wakes every subscriber to look for itself, when the log has grown in a way that is not known. */
  wakeAll(): void {
    for (const waiter of this.waiters) waiter.wake();
  }

  /** Ends every subscription: in peace, or with the error that its consumer is to see. */
  end(cause?: Error): void {
    this.ended ??= { cause };
    this.wakeAll();
  }

  private async *batches(from: number, options: SubscribeOptions): AsyncGenerator<EventBatch, void, undefined> {
    const { batchSize = DEFAULT_BATCH_SIZE, givesWay = false, signal } = options;
    const filter = new StreamFilter(options.prefixes);
    if (this.ended !== undefined) throw this.cause() ?? new Error('the event store is closed');
    if (from > this.log.head) {
      // To wait would be to skip, in silence, whatever is appended up to there: the checkpoint is another store's.
      throw new Error(`position ${from} is ahead of the event store, which ends at ${this.log.head}`);
    }

    this.wakeOnAbort(signal);
    let position = from;
    let told = from;
    let toldCaughtUp = false;
    while (!this.isEnded(signal)) {
      const page = await this.log.page(position, batchSize, filter);
      if (this.isEnded(signal)) break;
      position = page.position;
      const caughtUp = position === this.log.head;
      if (page.events.length > 0 || position - told >= FOREIGN_EVENTS_MAX || (caughtUp && !toldCaughtUp)) {
        told = position;
        toldCaughtUp = caughtUp;
        yield { events: page.events, position, caughtUp };
        if (givesWay && !caughtUp) await setImmediate();
      } else if (caughtUp) {
        await this.growth(filter, told);
        if (givesWay) await nextTurn();
      }
    }
    const cause = this.cause();
    if (cause !== undefined) throw cause;
  }

  private isEnded(signal: AbortSignal): boolean {
    return signal.aborted || this.ended !== undefined;
  }

  private cause(): Error | undefined {
    return this.ended?.cause;
  }

  /** Resolves when there may be something that the subscriber is to be told of. */
  private growth(filter: StreamFilter, told: number): Promise<void> {
    return new Promise((resolve) => {
      const waiter: Waiter = {
        filter,
        told,
        wake: () => {
          this.waiters.delete(waiter);
          resolve();
        },
      };
      this.waiters.add(waiter);
    });
  }

  /** One listener for a signal, however many subscriptions it ends. */
  private wakeOnAbort(signal: AbortSignal): void {
    if (this.signals.has(signal)) return;
    this.signals.add(signal);
    signal.addEventListener('abort', () => this.wakeAll(), { once: true });
  }
}

/** Behind everything that is to happen at the end of this turn. */
async function nextTurn(): Promise<void> {
  await setImmediate();
  await setImmediate();
}
