import type { Actor } from '@stablecoin/contracts';
import { ServiceError } from '@stablecoin/contracts';
import type { WritingState } from './writing-state';

/** A JSON value. Event data has no bigint and no Date: amounts are minor units as text. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** The metadata of an event. */
export interface EventMetadata {
  /** The command that caused the event (protocol rule 4). */
  readonly commandId: string;
  /** When the command was given, in milliseconds since the epoch (protocol rule 3). */
  readonly at: number;
  /** The request that the event belongs to. */
  readonly correlationId: string;
  readonly account: string;
  readonly livemode: boolean;
  /** See `Command.traceparent`: what follows from the event continues its trace. */
  readonly traceparent?: string;
  /** See `Command.actor`. Also missing in events from before it was recorded. */
  readonly actor?: Actor;
  /** See `Command.expiresAt`: what follows from the event first does so until then, or not at all (protocol rule 30). */
  readonly expiresAt?: number;
}

/** What happened, in the past tense, with JSON data. */
export interface DomainEvent {
  readonly type: string;
  readonly data: Json;
}

/** What an append adds to an event. */
interface Appended {
  /** uuid v5 of (stream, command id, index, type and data): see `eventId`. */
  readonly id: string;
  readonly metadata: EventMetadata;
  /** The data as JSON text, if it was already serialised: a store that keeps text uses it. */
  readonly json?: string;
}

/** An event to be appended. */
export type NewEvent<E extends DomainEvent = DomainEvent> = E & Appended;

/** What the store adds to an event. */
interface Recorded extends Omit<Appended, 'json'> {
  readonly stream: string;
  /** Number within the stream, from 0. */
  readonly revision: number;
  /** Position in the whole store: increases, with gaps. */
  readonly position: number;
}

/** An event as the store returns it. It has the type of its stream's events after `StreamCategory.decode`. */
export type RecordedEvent<E extends DomainEvent = DomainEvent> = E & Recorded;

/** `none`: the stream must not exist. `any`: no check. A number: the revision of the last event. */
export type ExpectedRevision = 'none' | 'any' | number;

export interface AppendResult {
  /** Revision of the last event appended. */
  readonly revision: number;
  /** Position of the last event appended; 0 for a repetition whose events were deleted meanwhile. */
  readonly position: number;
}

export interface AppendOptions {
  /**
   * Answers when the result and position of the append are certain, before it is flushed. The caller must wait for
   * {@link EventStore.durable} before anything leaves the process. Default: false. A store on a server ignores it.
   */
  readonly beforeFlush?: boolean;
}

export interface ReadOptions {
  /** The first revision to read, inclusive. Default: the first when reading forwards, the last when backwards. */
  readonly from?: number;
  readonly direction?: 'forwards' | 'backwards';
  readonly limit?: number;
  /** Reads only what is flushed, without waiting for appends {@link AppendOptions.beforeFlush}. Default: false. */
  readonly flushedOnly?: boolean;
}

export interface SubscribeOptions {
  /** `start`, `end`, or a position. The subscription begins with the first event after it. */
  readonly after: 'start' | 'end' | number;
  /** Prefixes of stream names. Default: events of all streams. */
  readonly prefixes?: readonly string[];
  /** Maximum events in a batch. Default 512. */
  readonly batchSize?: number;
  /**
   * Lower priority: an embedded store may deliver events a turn of the event loop later, after other subscribers, and
   * yields for a turn between batches.
   */
  readonly givesWay?: boolean;
  /** Also delivers events that are not flushed yet; the same condition holds as for {@link AppendOptions.beforeFlush}. */
  readonly beforeFlush?: boolean;
  /** Also delivers events that are not ours: see `isOurs`. Default: false. */
  readonly includesForeign?: boolean;
  /** Ends the subscription. */
  readonly signal: AbortSignal;
}

export interface EventBatch {
  /** In order of position. Empty when only events of other streams were skipped. */
  readonly events: readonly RecordedEvent[];
  /** Everything up to and including this position was delivered or skipped. Checkpoints store it. */
  readonly position: number;
  /** Whether the subscription had caught up when the batch was made. */
  readonly caughtUp: boolean;
}

export interface Snapshot {
  /** Revision of the last event in the state. */
  readonly revision: number;
  /** Version of the state's shape. A snapshot of another version is not used. */
  readonly version: number;
  readonly state: Json;
}

/**
 * Stores domain events, the only data that must not be lost. Every adapter passes one contract suite
 * (`event-store.contract.ts`).
 */
export interface EventStore {
  /** Whether the store can write, as far as it knows. */
  readonly writing: WritingState;

  /**
   * When the store was last unreachable from this process, in milliseconds since the epoch; at first the start of the
   * process. Deadlines for events are counted from then on, because nobody could append them. Embedded stores omit it.
   */
  readonly lastAwayAt?: number;

  /**
   * Appends all events or none. If a server cannot take all of them at once, this holds for the events of each command: a
   * conflict may then occur after the events of the first commands are stored.
   *
   * A repetition with the same event ids at the same expected revision is recognised, and returns the same result. So the
   * caller retries an append whose result is unknown. With `any` the whole stream is searched for the ids, so use it for
   * short streams.
   *
   * @throws {@link WrongExpectedRevisionError} when the stream is at another revision
   * @throws RangeError for an append of no events, or of more than the store accepts
   */
  append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
    options?: AppendOptions,
  ): Promise<AppendResult>;

  /**
   * Resolves when everything up to a position is flushed; without a position, everything appended before. Events are
   * flushed in order.
   *
   * @throws NotWrittenError when the store cannot write at present
   */
  durable(position?: number): Promise<void>;

  /**
   * Reads a stream, with the events in it that are not ours: see `isOurs`. Returns an empty list for a stream that does not
   * exist.
   *
   * @throws {@link StreamDeletedError}
   */
  read(stream: string, options?: ReadOptions): Promise<readonly RecordedEvent[]>;

  /**
   * Delivers stored events of ours in order, and then new ones, without gap or repetition. A batch is made when the consumer asks
   * for it, so a slow consumer delays only itself. When it has caught up it gets a batch that says so, if need be an empty
   * one. Subscribers share events: never change them.
   *
   * The iteration ends when the signal is aborted or the store is closed. It throws when the store fails, or when `after` is
   * a position that the store has not reached (a checkpoint of another store).
   */
  subscribe(options: SubscribeOptions): AsyncIterable<EventBatch>;

  /** Position of the last flushed event, after everything appended before; 0 for an empty store. */
  head(): Promise<number>;

  /**
   * When the command of the last event was given, in milliseconds since the epoch; undefined where none is found. Left out where
   * positions have no gaps, so that a subscription tells.
   */
  lastEventAt?(): Promise<number | undefined>;

  /** Stores the latest snapshot of a stream. Subscriptions do not deliver it. */
  saveSnapshot(stream: string, snapshot: Snapshot): Promise<void>;
  loadSnapshot(stream: string): Promise<Snapshot | undefined>;

  /** What tells the store from a copy of it. Left out where nothing does. */
  identity?(): Promise<StoreIdentity>;

  close(): Promise<void>;
}

/**
 * Facts about where a store lies, by name: each stays over restarts, and is another one in a copy. A fact that cannot be read
 * is missing.
 */
export type StoreIdentity = Readonly<Record<string, string>>;

/** Somebody has deleted a stream on the server for good, with a tombstone. What was recorded before is in the read models. */
export class StreamDeletedError extends ServiceError {
  readonly code = 'stream_deleted';
  readonly retry = 'never';
  override readonly docs = 'docs/deployment.md#a-server-that-others-use-too';

  constructor(readonly stream: string) {
    super(`stream ${stream} was deleted in the event store for good: nothing can be decided about it any more`);
  }
}

/** A stream is not at the revision that an append expected. */
export class WrongExpectedRevisionError extends ServiceError {
  readonly code = 'wrong_expected_revision';
  readonly retry = 'bounded';

  constructor(
    readonly stream: string,
    readonly expected: ExpectedRevision,
    /** The revision of the stream's last event, or `none`. */
    readonly actual: number | 'none',
  ) {
    super(`stream ${stream} was expected at ${expected} and is at ${actual}`);
  }
}
