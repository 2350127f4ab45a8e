import { END } from '@eventstore/db-client';
import { describeError } from '@stablecoin/errors';
import { EventStoreUnavailableError } from '../../errors';
import type { Log } from '../../ports';
import { type Backoff, backoffMs } from '../../timing';
import type { EventBatch, RecordedEvent, SubscribeOptions } from '../event-store';
import { StreamFilter } from '../stream-filter';
import { isForeign, toRecorded } from './codec';
import type { Hold } from './calls';
import type { Connection } from './connection';
import { isFinal } from './failures';
import { Feed, type FeedItem } from './feed';
import { Interruptions } from './interruptions';
import { lastEventBefore } from './reading';

const DEFAULT_BATCH_SIZE = 512;
const RETRY_BACKOFF: Backoff = { firstMs: 20, longestMs: 1_000 };
const LOG_INTERVAL_MS = 10_000;
/** A subscription that was live for this long is restarted without a pause when it breaks. */
const CALM_MS = 1_000;

/** Progress of a subscriber, across its feeds. */
interface Progress {
  /** All events up to this position were taken from a feed. */
  position: number;
  /** Events taken and not delivered yet. */
  events: RecordedEvent[];
  /** Whether the last delivered batch had `caughtUp` set. */
  toldCaughtUp: boolean;
  /** Time of the first item of the current feed; undefined before it. */
  receivingSince: number | undefined;
}

/** The subscriptions of a store on a server. After a failure each one resumes after its last event. */
export class Subscriptions {
  private readonly interruptions = new Interruptions();
  private ended = false;
  private restarted = 0;
  private open = 0;
  private watching: NodeJS.Timeout | undefined;

  /** @param head - reads the position of the last event in the store */
  constructor(
    private readonly connection: Connection,
    private readonly head: () => Promise<number>,
    private readonly log: Log,
  ) {}

  /** Number of subscription restarts. */
  get restarts(): number {
    return this.restarted;
  }

  /** See {@link EventStore.subscribe}. */
  async *subscribe(options: SubscribeOptions): AsyncGenerator<EventBatch, void, undefined> {
    const { signal } = options;
    if (this.ended) throw new Error('the event store is closed');
    const isStopped = (): boolean => signal.aborted || this.ended;
    let progress: Progress | undefined;
    let failures = 0;
    let loggedAt = -Infinity;
    this.watch(1);
    try {
      while (!isStopped()) {
        try {
          progress ??= startAt(startOf(options, await this.head()));
          progress.receivingSince = undefined;
          yield* this.readOnce(progress, options, isStopped);
        } catch (error) {
          if (isStopped()) return;
          if (isFinal(error)) throw error;
          const now = performance.now();
          const { receivingSince = Infinity } = progress ?? {};
          // A feed that delivered items resets the back-off, but not so far that restarts become a tight loop.
          if (receivingSince !== Infinity) failures = now >= receivingSince + CALM_MS ? 0 : Math.min(failures, 1);
          failures++;
          this.restarted++;
          if (failures > 1 && now >= loggedAt + LOG_INTERVAL_MS) {
            loggedAt = now;
            const fields = { position: progress?.position, failures, error: describeError(causeOf(error)) };
            this.log.warn(fields, 'subscription to the event store is broken, retrying');
          }
          await this.pause(failures === 1 ? 0 : backoffMs(RETRY_BACKOFF, failures - 1), signal);
        }
      }
    } finally {
      this.watch(-1);
    }
  }

  /** Ends every subscription without an error. */
  end(): void {
    this.ended = true;
    this.interruptions.tellAll();
  }

  /**
   * While subscriptions are open, probes a silent connection with a call. A frozen server is detected only by a call that
   * times out.
   */
  private watch(more: 1 | -1): void {
    this.open += more;
    if (this.open === 0) {
      clearInterval(this.watching);
      this.watching = undefined;
    }
    if (this.open === 0 || this.watching !== undefined) return;
    const look = (): void => void (this.connection.isSilent && this.head().catch(() => undefined));
    this.watching = setInterval(look, this.connection.timeoutMs).unref();
  }

  /** Waits, at most until the subscription is stopped. */
  private async pause(ms: number, signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(finish, ms);
      const unregister = this.interruptions.on(signal, finish);
      function finish(): void {
        clearTimeout(timer);
        unregister();
        resolve();
      }
    });
  }

  /** Delivers the events of one feed. */
  private async *readOnce(
    progress: Progress,
    options: SubscribeOptions,
    isStopped: () => boolean,
  ): AsyncGenerator<EventBatch, void, undefined> {
    const hold = this.connection.hold();
    try {
      yield* this.read(hold, progress, options, isStopped);
    } finally {
      hold.release();
    }
  }

  /** @param hold - client for the feed and for positions: another node may be ahead of it */
  private async *read(
    hold: Hold,
    progress: Progress,
    { prefixes, batchSize = DEFAULT_BATCH_SIZE, signal }: SubscribeOptions,
    isStopped: () => boolean,
  ): AsyncGenerator<EventBatch, void, undefined> {
    const head = await lastEventBefore(hold, END, progress.position);
    const filter = new StreamFilter(prefixes);
    // An empty prefix matches every stream. The server may treat it differently, so it gets no filter.
    const onServer = prefixes === undefined || prefixes.length === 0 || prefixes.includes('') ? undefined : prefixes;
    const feed = new Feed(hold, progress.position, onServer, batchSize);
    const unregister = this.interruptions.on(signal, () => feed.interrupt());
    const batch = (caughtUp: boolean): EventBatch => {
      const { events, position } = progress;
      this.connection.meets(position);
      progress.events = [];
      progress.toldCaughtUp = caughtUp;
      return { events, position, caughtUp };
    };
    let live = false;
    /** Whether no event was taken since the last checkpoint. */
    let quiet = false;
    try {
      while (!isStopped()) {
        const item = feed.take();
        if (item === undefined) {
          // While catching up, batches are filled to save transactions. Live, they are delivered at once.
          if (live && (progress.events.length > 0 || !progress.toldCaughtUp)) yield batch(true);
          else await feed.more();
          continue;
        }
        progress.receivingSince ??= performance.now();
        switch (item.kind) {
          case 'event':
            if (takeEvent(progress, filter, item)) quiet = false;
            if (progress.events.length >= batchSize) yield batch(live && feed.isEmpty);
            break;
          case 'caught up':
            live = true;
            progress.position = Math.max(progress.position, head);
            break;
          case 'fell behind':
            live = false;
            break;
          case 'checkpoint':
            if (progress.events.length === 0) {
              const passed = await lastEventBefore(hold, item.position, progress.position);
              if (passed > progress.position) {
                progress.position = passed;
                yield batch(live && feed.isEmpty);
              }
            } else if (quiet) {
              yield batch(false);
            }
            quiet = true;
            break;
        }
      }
    } finally {
      unregister();
      feed.close();
    }
  }
}

function startAt(position: number): Progress {
  return { position, events: [], toldCaughtUp: false, receivingSince: undefined };
}

/** @throws RangeError for a position ahead of the store: waiting would silently skip the events up to it */
function startOf({ after }: SubscribeOptions, head: number): number {
  if (after === 'start') return 0;
  if (after === 'end') return head;
  if (after > head) throw new RangeError(`position ${after} is ahead of the event store, which ends at ${head}`);
  return after;
}

/** Adds a matching event to the batch. @returns whether it matches */
function takeEvent(
  progress: Progress,
  filter: StreamFilter,
  { resolved: { event } }: Extract<FeedItem, { readonly kind: 'event' }>,
): boolean {
  if (event === undefined || isForeign(event.streamId)) return false;
  const recorded = toRecorded(event);
  // A feed that restarts may repeat events.
  if (recorded.position <= progress.position) return false;
  progress.position = recorded.position;
  if (!filter.matches(recorded.stream)) return false;
  progress.events.push(recorded);
  return true;
}

function causeOf(error: unknown): unknown {
  return error instanceof EventStoreUnavailableError ? error.cause : error;
}
