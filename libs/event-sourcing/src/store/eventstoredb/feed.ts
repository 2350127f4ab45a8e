import { type AllStreamResolvedEvent, type Position, START, streamNameFilter } from '@eventstore/db-client';
import { clientPosition } from './codec';
import type { Hold } from './calls';
import { NoAnswerError } from './failures';

/** An item of a subscription, in order: an event, or its progress. */
export type FeedItem =
  | { readonly kind: 'event'; readonly resolved: AllStreamResolvedEvent }
  | { readonly kind: 'checkpoint'; readonly position: Position }
  | { readonly kind: 'caught up' }
  | { readonly kind: 'fell behind' };

/** Checkpoint interval, in multiples of the 32 events that the server filters at a time. */
const CHECKPOINT_INTERVAL = 16;

/** What the stream of the subscription buffers: events, and progress in order between them. */
type StreamItem = AllStreamResolvedEvent | Exclude<FeedItem, { readonly kind: 'event' }>;

/** One subscription of the vendor's client, until it ends or fails. */
export class Feed {
  private readonly subscription;
  private readonly forget: () => void;
  private readonly unconfirmed: NodeJS.Timeout;
  private ended: Error | undefined;
  private wake: () => void = () => undefined;

  /**
   * @param hold - the client to subscribe with; release it after {@link close}
   * @param after - position to start after
   * @param prefixes - stream name prefixes, filtered on the server. Default: all events
   * @param readAhead - maximum events buffered in memory; above it the server waits
   */
  constructor(
    private readonly hold: Hold,
    after: number,
    prefixes: readonly string[] | undefined,
    readAhead: number,
  ) {
    const { session, timeoutMs } = hold;
    const put = (word: StreamItem): void => void this.subscription.push(word);
    const filter = {
      prefixes: [...(prefixes ?? [])],
      checkpointInterval: CHECKPOINT_INTERVAL,
      checkpointReached: (_: unknown, position: Position) => {
        put({ kind: 'checkpoint', position });
        return Promise.resolve();
      },
    };
    this.subscription = session.client.subscribeToAll(
      {
        fromPosition: after === 0 ? START : clientPosition(after),
        requiresLeader: true,
        ...(prefixes === undefined ? {} : { filter: streamNameFilter(filter) }),
      },
      { highWaterMark: readAhead },
    );
    const late = (): void => this.end(new NoAnswerError(`the subscription was not confirmed within ${timeoutMs} ms`));
    this.unconfirmed = setTimeout(late, timeoutMs);
    this.subscription
      .on('confirmation', () => clearTimeout(this.unconfirmed))
      .on('caughtUp', () => put({ kind: 'caught up' }))
      .on('fellBehind' as 'caughtUp', () => put({ kind: 'fell behind' }))
      .on('readable' as 'close', () => this.wake())
      .on('error', (error) => this.end(error))
      .on('end', () => this.end(new Error('the server ended the subscription')))
      .on('close', () => this.end(new Error('the subscription was closed')));
    this.forget = session.whenRetired(() => this.end(new Error('the connection was given up')));
  }

  /** Whether no item is available. */
  get isEmpty(): boolean {
    return this.subscription.readableLength === 0;
  }

  /** Takes the next item; undefined when none is available. */
  take(): FeedItem | undefined {
    const item = this.subscription.read() as StreamItem | null;
    if (item === null) return undefined;
    return 'kind' in item ? item : { kind: 'event', resolved: item };
  }

  /**
   * Resolves when an item may be available, or after {@link interrupt}.
   *
   * @throws the error that ended the subscription, once all items are taken
   */
  async more(): Promise<void> {
    if (this.ended === undefined && this.isEmpty) await new Promise<void>((resolve) => (this.wake = resolve));
    if (this.ended !== undefined && this.isEmpty) throw this.ended;
  }

  /** Wakes a caller that waits for more items. */
  interrupt(): void {
    this.wake();
  }

  close(): void {
    this.forget();
    clearTimeout(this.unconfirmed);
    this.subscription.unsubscribe().catch(() => undefined);
    this.subscription.destroy();
  }

  private end(cause: Error): void {
    if (this.ended !== undefined) return;
    this.ended = cause;
    clearTimeout(this.unconfirmed);
    this.hold.failed(cause);
    this.wake();
  }
}
