import { ServiceError } from '@stablecoin/errors';
import type { WritingState } from './writing-state';

/** A value that JSON can carry. Event data never holds a bigint or a Date: amounts are minor units as text. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** What is known about an event beside what happened. */
export interface EventMetadata {
  /** The command that caused the event (protocol rule 4). */
  readonly commandId: string;
  /** When the command was given, in milliseconds since the epoch (protocol rule 3). */
  readonly at: number;
  /** The request or process that all of this belongs to. */
  readonly correlationId: string;
  readonly account: string;
  readonly livemode: boolean;
  readonly traceparent?: string;
  /** See `Command.expiresAt`: what follows from the event first does so until then, or not at all (protocol rule 30). */
  readonly expiresAt?: number;
}

export interface NewEvent {
  /** uuid v5 of (stream, command id, index, type and data): see `eventId`. */
  readonly id: string;
  readonly type: string;
  readonly data: Json;
  readonly metadata: EventMetadata;
  /** The data as JSON, where it has been written out already: a store that keeps text need not do so again. */
  readonly json?: string;
}

export interface RecordedEvent extends Omit<NewEvent, 'json'> {
  readonly stream: string;
  /** Place in the stream, from 0. */
  readonly revision: number;
  /** Place in the whole store: grows, and may have gaps. */
  readonly position: number;
}

/** `none`: the stream must not exist. `any`: whatever is there. A number: the revision of the last event. */
export type ExpectedRevision = 'none' | 'any' | number;

export interface AppendResult {
  /** Revision of the last event appended. */
  readonly revision: number;
  /** Position of the last event appended. */
  readonly position: number;
}

export interface AppendOptions {
  /**
   * Answers as soon as it is certain what the append comes to and where it stands, when it may not be on the disk yet.
   * Whoever asks for that acts within the process only, and waits for {@link EventStore.durable} before anything leaves
   * it. Default: no. A store on a server knows no such moment.
   */
  readonly beforeFlush?: boolean;
}

export interface ReadOptions {
  /** The first revision to read, inclusive. Default: the first when reading forwards, the last when backwards. */
  readonly from?: number;
  readonly direction?: 'forwards' | 'backwards';
  readonly limit?: number;
  /** What is on the disk already, without waiting for what was appended {@link AppendOptions.beforeFlush | early}. Default: no. */
  readonly flushedOnly?: boolean;
}

export interface SubscribeOptions {
  /** `start`, `end`, or a position: the subscription begins with the first event after it. */
  readonly after: 'start' | 'end' | number;
  /** Only events of streams whose name begins with one of these; all when left out. */
  readonly prefixes?: readonly string[];
  /** At most so many events in a batch. Default 512. */
  readonly batchSize?: number;
  /**
   * Gives way to others: an embedded store may hand events over a turn of the event loop later, so that what other
   * subscribers do with them is on its way to the disk while these are worked on, and lets a turn pass between batches.
   */
  readonly givesWay?: boolean;
  /** Also hands out what is not on the disk yet: see {@link AppendOptions.beforeFlush}, for what holds here as well. */
  readonly beforeFlush?: boolean;
  /** Ends the subscription. */
  readonly signal: AbortSignal;
}

export interface EventBatch {
  /** In order of position; may be empty when only events of other streams were passed. */
  readonly events: readonly RecordedEvent[];
  /** Everything up to and including this position has been seen: what a checkpoint stores. */
  readonly position: number;
  /** True when nothing was waiting behind this batch when it was made. */
  readonly caughtUp: boolean;
}

export interface Snapshot {
  /** Revision of the last event that the state holds. */
  readonly revision: number;
  /** Names the shape of the state: a snapshot of another version is not used. */
  readonly version: number;
  readonly state: Json;
}

/**
 * Where domain events live: the only thing that must not be lost. One contract suite
 * (`event-store.contract.ts`) runs against every adapter.
 */
export interface EventStore {
  /** Whether the store can write, as far as it knows. */
  readonly writing: WritingState;

  /**
   * When the store last could not be reached, as far as this process knows, in milliseconds since the epoch; not before
   * the process began, since it does not know of earlier. Deadlines of what waits for events count from there on: nobody
   * could append them. Left out by a store that is never away.
   */
  readonly lastAwayAt?: number;

  /**
   * Appends all events or none. Where that is more than a server takes at once, the events of each command: then a
   * conflict may come after those of the first commands are stored.
   *
   * A repetition of an append with the same event ids, at the same expected revision, is recognised and answers as
   * the first did. An append whose outcome is unknown is retried in that way by the caller. With `any` the ids are
   * looked for in the whole stream, so it is for streams that stay short.
   *
   * @throws {@link WrongExpectedRevisionError} when the stream is not where it was expected
   * @throws RangeError for an append of no events, or of more than the store takes
   */
  append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
    options?: AppendOptions,
  ): Promise<AppendResult>;

  /**
   * Resolves when everything up to a position is on the disk, whatever was handed out early; without a position,
   * everything that was appended before. What is on the disk is never without what stands before it.
   *
   * @throws NotWrittenError when it cannot be written at present
   */
  durable(position?: number): Promise<void>;

  /** Reads a stream. A stream that does not exist is an empty list. */
  read(stream: string, options?: ReadOptions): Promise<readonly RecordedEvent[]>;

  /**
   * Reads the whole store in order, then waits for what is appended: no gap and no repetition between the two. The
   * next batch is made when the consumer asks for it, so a slow consumer holds nothing up but itself. Once it has
   * caught up it says so, with an empty batch if need be. Events may be shared between subscribers: never change them.
   *
   * The iteration ends when the signal is given or the store is closed, and throws when the store can give no more, or
   * when it begins after a position that the store has not reached (a checkpoint of some other store).
   */
  subscribe(options: SubscribeOptions): AsyncIterable<EventBatch>;

  /** Position of the last event in the store that is on the disk, with all that was appended before; 0 when it is empty. */
  head(): Promise<number>;

  /** Keeps the latest snapshot of a stream. Never delivered to a subscription. */
  saveSnapshot(stream: string, snapshot: Snapshot): Promise<void>;
  loadSnapshot(stream: string): Promise<Snapshot | undefined>;

  close(): Promise<void>;
}

/** The stream has moved, or is or is not there, against what an append expected. */
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
