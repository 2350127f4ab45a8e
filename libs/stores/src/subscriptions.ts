import { setImmediate } from 'node:timers/promises';
import type { EventBatch, SubscribeOptions } from '@stablecoin/event-sourcing';
import type { EventPage } from './event-tail';
import { isOurs } from '@stablecoin/event-sourcing';
import { StreamFilter } from './stream-filter';

const DEFAULT_BATCH_SIZE = 512;

/** The default of {@link EventLog.foreignMax}. */
const FOREIGN_EVENTS_MAX = 512;

/** The events of a store, in order. */
export interface EventLog {
  /** Position of the last event that subscribers may see; 0 when there is none. */
  readonly head: number;
  /** Position of the last event of the store, when that may be after {@link head}. Default: `head`. */
  readonly end?: number;
  /** Whether events after {@link head} are known of and not read yet. Default: false. */
  readonly isBehind?: boolean;
  /**
   * Distance in positions after which a subscriber gets an empty batch that moves its checkpoint past events of other
   * streams. Default: 512, which are as many events where positions have no gaps.
   */
  readonly foreignMax?: number;
  /**
   * The first `limit` matching events after a position. May stop before `head`, but makes progress below it, unless the
   * subscription ends.
   */
  page(after: number, limit: number, filter: StreamFilter, signal: AbortSignal): EventPage | Promise<EventPage>;
}

/** A subscriber that has read everything and waits for new events. */
interface Waiter {
  readonly filter: StreamFilter;
  /** Position of the last batch that its consumer got. */
  readonly told: number;
  readonly wake: () => void;
}

/**
 * The subscriptions of an embedded store. Catching up and live delivery are the same operation: read the next page
 * after the current position. So no event is missed in between. Appends wake waiting subscribers; nothing polls.
 */
export class Subscriptions {
  readonly #waiters = new Set<Waiter>();
  readonly #signals = new WeakSet<AbortSignal>();
  #ended: { readonly cause: Error | undefined } | undefined;

  constructor(private readonly log: EventLog) {}

  /** See {@link EventStore.subscribe}. */
  subscribe(options: SubscribeOptions): AsyncIterable<EventBatch> {
    const { after } = options;
    return this.#batches(after === 'start' ? 0 : after === 'end' ? this.log.head : after, options);
  }

  /** Wakes the waiting subscribers that may match new events of these categories. */
  grown(categories: ReadonlySet<number>): void {
    const grown = [...categories];
    for (const { told, filter, wake } of this.#waiters) {
      const manyForeign = this.log.head - told >= this.#foreignMax;
      if (manyForeign || grown.some((category) => filter.mayMatch(category))) wake();
    }
  }

  /** Wakes every subscriber, when the categories of the new events are unknown. */
  wakeAll(): void {
    for (const waiter of this.#waiters) waiter.wake();
  }

  /** Ends every subscription. @param cause - error for their consumers; without it they end normally */
  end(cause?: Error): void {
    this.#ended ??= { cause };
    this.wakeAll();
  }

  async *#batches(from: number, options: SubscribeOptions): AsyncGenerator<EventBatch, void, undefined> {
    const { batchSize = DEFAULT_BATCH_SIZE, givesWay = false, includesForeign = false, signal } = options;
    const filter = new StreamFilter(options.prefixes);
    if (this.#ended !== undefined) throw this.#cause() ?? new Error('the event store is closed');
    const end = this.log.end ?? this.log.head;
    if (from > end) {
      // The checkpoint belongs to another store. Waiting would silently skip the events up to it.
      throw new Error(`position ${from} is ahead of the event store, which ends at ${end}`);
    }

    this.#wakeOnAbort(signal);
    let position = from;
    let told = from;
    let toldCaughtUp = false;
    while (!this.#isEnded(signal)) {
      const page = await this.log.page(position, batchSize, filter, signal);
      if (this.#isEnded(signal)) break;
      position = page.position;
      const events = includesForeign || page.events.every(isOurs) ? page.events : page.events.filter(isOurs);
      const isAtHead = position >= this.log.head;
      const caughtUp = isAtHead && this.log.isBehind !== true;
      if (events.length > 0 || position - told >= this.#foreignMax || (caughtUp && !toldCaughtUp)) {
        told = position;
        toldCaughtUp = caughtUp;
        yield { events, position, caughtUp };
        if (givesWay && !caughtUp) await setImmediate();
      } else if (isAtHead) {
        await this.#growth(filter, told);
        if (givesWay) await nextTurn();
      }
    }
    const cause = this.#cause();
    if (cause !== undefined) throw cause;
  }

  get #foreignMax(): number {
    return this.log.foreignMax ?? FOREIGN_EVENTS_MAX;
  }

  #isEnded(signal: AbortSignal): boolean {
    return signal.aborted || this.#ended !== undefined;
  }

  #cause(): Error | undefined {
    return this.#ended?.cause;
  }

  /** Resolves when there may be new events for the subscriber. */
  #growth(filter: StreamFilter, told: number): Promise<void> {
    return new Promise((resolve) => {
      const waiter: Waiter = {
        filter,
        told,
        wake: () => {
          this.#waiters.delete(waiter);
          resolve();
        },
      };
      this.#waiters.add(waiter);
    });
  }

  /** Adds one abort listener per signal, however many subscriptions use it. */
  #wakeOnAbort(signal: AbortSignal): void {
    if (this.#signals.has(signal)) return;
    this.#signals.add(signal);
    signal.addEventListener('abort', () => this.wakeAll(), { once: true });
  }
}

/** Resolves after all other callbacks of this tick of the event loop. */
async function nextTurn(): Promise<void> {
  await setImmediate();
  await setImmediate();
}
