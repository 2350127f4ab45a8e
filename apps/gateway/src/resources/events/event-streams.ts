import { Readable } from 'node:stream';
import { ApiError, type QueryMap, type WebhookEvent } from '@stablecoin/contracts';
import { pause, type Clock } from '@stablecoin/event-sourcing';
import type { EventFeed } from './event-feed';

/** A comment is sent after so long without an event, so that proxies keep the connection, in milliseconds. */
const HEARTBEAT_MS = 15_000;
/** How often it is looked whether the stream may go on. A revoked key is refused within a second. */
const LOOK_EVERY_MS = 500;
/** A client that takes nothing for so long is told to reconnect, and after as long again is cut off. */
const SLOW_MS = 30_000;
/** When a client reconnects, as it is told. */
const RETRY_MS = 1_000;
/** Bytes that wait for the client, beside one page of events. */
const BUFFERED_BYTES = 65_536;
const EVENTS_PER_PAGE = 50;

/** Whose events a stream has. */
export type Followed = Pick<QueryMap['webhook.events']['params'], 'account' | 'livemode' | 'wallets'>;

export interface StreamedRequest {
  /** The stream has what came after this event; null: what comes from now on. */
  readonly startingAfter: string | null;
  /** @throws ApiError `unauthorized` when the key or session no longer is one */
  readonly authenticate: () => Promise<unknown>;
  /** Called once, when the stream is over. */
  readonly onClose: () => void;
}

/** Why a stream ends. */
interface End {
  readonly code: 'slow_reader' | 'shutting_down' | 'unauthorized' | 'internal_error';
  readonly message: string;
  readonly retryable: boolean;
}

const SLOW: End = {
  code: 'slow_reader',
  message: 'The client reads too slowly: reconnect with the last event that it has.',
  retryable: true,
};
const STOPPING: End = {
  code: 'shutting_down',
  message: 'The service stops: reconnect with the last event that you have.',
  retryable: true,
};
const FAULT: End = {
  code: 'internal_error',
  message: 'Events cannot be read at the moment: reconnect with the last event that you have.',
  retryable: true,
};

export interface EventStreamsOptions {
  readonly feed: EventFeed;
  readonly clock: Clock;
  /** Whether the gateway stops. */
  readonly isStopping: () => boolean;
}

/** An account's events as server-sent events, on the feed that the list of events is read from. */
export class EventStreams {
  readonly #options: EventStreamsOptions;

  constructor(options: EventStreamsOptions) {
    this.#options = options;
  }

  /** Begins a stream. It ends by itself with an event `error`, unless its client goes first. */
  async open(followed: Followed, request: StreamedRequest): Promise<Readable> {
    const cursor = request.startingAfter ?? (await this.#latest(followed));
    const stream = new EventStream(this.#options.clock);
    stream.once('close', request.onClose);
    // Only a fault of the code would be here: it must not end the process.
    this.#follow(stream, followed, cursor, request).catch((error: unknown) => stream.destroy(error as Error));
    return stream;
  }

  async #latest(followed: Followed): Promise<string | null> {
    const page = { ...followed, ...EVERYTHING, limit: 1, startingAfter: null, order: 'desc' } as const;
    const { data } = await this.#options.feed.page(page, { waitMs: 0, begin: uncounted, isEnded: () => false });
    return data[0]?.id ?? null;
  }

  async #follow(
    stream: EventStream,
    followed: Followed,
    start: string | null,
    request: StreamedRequest,
  ): Promise<void> {
    let cursor = start;
    let end: End | undefined;
    const watch = this.#watch(stream, request).then((found) => (end = found));
    const isEnded = (): boolean => stream.isOver || end !== undefined || this.#options.isStopping();
    // The client has this id also if it loses the connection before the first event.
    let isTaken = await stream.write(`retry: ${RETRY_MS}\n${cursor === null ? '' : `id: ${cursor}\n`}\n`);
    while (isTaken && !isEnded()) {
      const page = { ...followed, ...EVERYTHING, limit: EVENTS_PER_PAGE, startingAfter: cursor, order: 'asc' } as const;
      const wait = { waitMs: HEARTBEAT_MS, begin: uncounted, isEnded };
      const data = await this.#options.feed.page(page, wait).then(
        (found) => found.data,
        () => undefined,
      );
      if (data === undefined) end ??= FAULT;
      else if (data.length > 0) isTaken = await stream.write(data.map(written).join(''));
      else if (!isEnded()) isTaken = await stream.write(': heartbeat\n\n');
      cursor = data?.at(-1)?.id ?? cursor;
    }
    stream.finish(isTaken ? (end ?? STOPPING) : SLOW);
    await watch;
  }

  /** @returns why the stream has to end; undefined when it is over before */
  async #watch(stream: EventStream, { authenticate }: StreamedRequest): Promise<End | undefined> {
    while (!stream.isOver) {
      await pause(this.#options.clock, LOOK_EVERY_MS);
      try {
        await authenticate();
      } catch (error) {
        const isRefused = error instanceof ApiError && error.code === 'unauthorized';
        return isRefused ? { code: 'unauthorized', message: error.message, retryable: false } : FAULT;
      }
    }
    return undefined;
  }
}

/** All types of events, at all times. */
const EVERYTHING = { type: null, createdAfter: null, createdBefore: null };

/** As the API lists it. Its type stands in it, so that a reader of all events needs no list of types. */
function written(event: WebhookEvent): string {
  return `id: ${event.id}\ndata: ${JSON.stringify(event)}\n\n`;
}

/** The bytes of a stream, which wait for its client up to a bound. */
class EventStream extends Readable {
  readonly #clock: Clock;
  #isFinished = false;
  /** Resolves whoever waits for the client to take more. */
  #taken: () => void = () => undefined;

  constructor(clock: Clock) {
    super({ highWaterMark: BUFFERED_BYTES });
    this.#clock = clock;
    this.once('close', () => this.#taken());
  }

  get isOver(): boolean {
    return this.#isFinished || this.destroyed;
  }

  /** @returns whether the client has taken enough for more to be written; false when it has not for {@link SLOW_MS} */
  write(text: string): Promise<boolean> {
    if (this.isOver || this.push(text)) return Promise.resolve(true);
    return new Promise((resolve) => {
      const cancel = this.#clock.setTimer(this.#clock.now() + SLOW_MS, () => resolve(false));
      this.#taken = () => {
        cancel();
        resolve(true);
      };
    });
  }

  /** Says why it ends. Whoever does not take even that is cut off. */
  finish(end: End): void {
    if (this.isOver) return;
    this.#isFinished = true;
    this.push(`event: error\ndata: ${JSON.stringify(end)}\n\n`);
    this.push(null);
    const cancel = this.#clock.setTimer(this.#clock.now() + SLOW_MS, () => this.destroy());
    this.once('close', cancel);
  }

  override _read(): void {
    this.#taken();
  }
}

/** A stream is counted when it begins, and authenticates itself. */
function uncounted(): { readonly authenticate: () => Promise<unknown>; readonly close: () => void } {
  return { authenticate: () => Promise.resolve(), close: () => undefined };
}
