import { type Backoff, backoffMs } from '@stablecoin/event-sourcing';
import type { EventBatch, SubscribeOptions } from '@stablecoin/event-sourcing';
import { isFinalFailure } from './failures';
import { Interruptions } from './interruptions';
import type { LogReader } from './log-reader';

const RETRY_BACKOFF: Backoff = { firstMs: 20, longestMs: 250 };

/** The subscriptions of a store on a server. They share one {@link LogReader}. */
export class EventStoreDbSubscriptions {
  readonly #interruptions = new Interruptions();
  #ended = false;

  /** @param head - reads the position of the last event in the store */
  constructor(
    private readonly reader: LogReader,
    private readonly head: () => Promise<number>,
  ) {}

  /** See {@link EventStore.subscribe}. */
  async *subscribe(options: SubscribeOptions): AsyncGenerator<EventBatch, void, undefined> {
    if (this.#ended) throw new Error('the event store is closed');
    const head = await this.#headOf(options);
    if (head === undefined) return;
    const after = startOf(options, head);
    const membership = this.reader.join(options.prefixes, head);
    try {
      yield* this.reader.subscriptions.subscribe({ ...options, after });
    } finally {
      membership.leave();
    }
  }

  /** Ends every subscription without an error. */
  end(): void {
    this.#ended = true;
    this.#interruptions.tellAll();
    this.reader.close();
  }

  /** The last position of the store, however long it is away; undefined when the subscription ends before. */
  async #headOf({ signal }: SubscribeOptions): Promise<number | undefined> {
    for (let failures = 1; !signal.aborted && !this.#ended; failures++) {
      try {
        return await this.head();
      } catch (error) {
        if (isFinalFailure(error)) throw error;
        await this.#pause(backoffMs(RETRY_BACKOFF, failures), signal);
      }
    }
    return undefined;
  }

  /** Waits, at most until the subscription is stopped. */
  async #pause(ms: number, signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(finish, ms);
      const unregister = this.#interruptions.on(signal, finish);
      function finish(): void {
        clearTimeout(timer);
        unregister();
        resolve();
      }
    });
  }
}

/** @throws RangeError for a position ahead of the store: waiting would silently skip the events up to it */
function startOf({ after }: SubscribeOptions, head: number): number {
  if (after === 'start') return 0;
  if (after === 'end') return head;
  if (after > head) throw new RangeError(`position ${after} is ahead of the event store, which ends at ${head}`);
  return after;
}
