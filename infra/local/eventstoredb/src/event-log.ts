import { join } from 'node:path';
import { type Json, type RecordedEvent, WrongExpectedRevisionError } from '@stablecoin/event-sourcing';
import { SqliteEventStore } from '@stablecoin/stores';
import type { ServerVersion } from './server-version';
import { METADATA_PREFIX, type StreamState, StreamStates } from './stream-states';
import type { WireEvent } from './wire-event';

/** A real log's positions are offsets in bytes. Positions here are so far apart, as those of small events are. */
const POSITION_STRIDE = 256;
const PAGE = 500;
const TOMBSTONE_REVISION = 9_223_372_036_854_775_807n;
/** The embedded store wants it with every event; here it says nothing but when the event came. */
const NO_METADATA = { commandId: '', correlationId: '', account: '', livemode: false };

export type Expected = 'any' | 'no_stream' | 'stream_exists' | number;

export interface LoggedEvent extends WireEvent {
  readonly stream: string;
  /** A bigint for a tombstone, which has the last revision that a stream can have. */
  readonly revision: number | bigint;
  /** Commit and prepare position: they differ in transactions only, which this protocol no longer has. */
  readonly position: number;
  /** Milliseconds since the epoch. */
  readonly created: number;
}

export type AppendOutcome =
  /** A repetition on a stream that was deleted meanwhile has no position. */
  | { readonly kind: 'appended'; readonly revision: number; readonly position: number | undefined }
  | { readonly kind: 'conflict'; readonly actual: number | undefined }
  | { readonly kind: 'tombstoned' }
  | { readonly kind: 'too large'; readonly max: number }
  | { readonly kind: 'event too large'; readonly id: string; readonly bytes: number; readonly max: number };

export interface ReadRequest {
  readonly from: 'start' | 'end' | number;
  readonly backwards: boolean;
  readonly count: number;
}

/** What the server takes, in bytes of data. */
export type SizeLimits = Pick<ServerVersion, 'eventBytesMax' | 'appendBytesMax'>;

/** One look at the log by somebody who follows it. */
export interface LogPage {
  readonly events: readonly LoggedEvent[];
  /** Everything up to this place has been looked at. */
  readonly position: number;
  /** Nothing came after these events when the page was made. */
  readonly last: boolean;
}

/**
 * The server's data: an embedded event store, with the rules of EventStoreDB about deleted streams, truncation and
 * repeated appends on top.
 */
export class EventLog {
  private constructor(
    private readonly store: SqliteEventStore,
    private readonly states: StreamStates,
    private readonly limits: SizeLimits,
  ) {}

  static async open(folder: string, limits: SizeLimits): Promise<EventLog> {
    const store = await SqliteEventStore.open(join(folder, 'events.db'));
    return new EventLog(store, await StreamStates.load(store), limits);
  }

  close(): Promise<void> {
    return this.store.close();
  }

  /** The place of the last event. */
  async head(): Promise<number> {
    return (await this.store.head()) * POSITION_STRIDE;
  }

  /** The place of the event that comes after the one at a position, also before there is one. */
  placeAfter(position: number): number {
    return position + POSITION_STRIDE;
  }

  async append(stream: string, expected: Expected, events: readonly WireEvent[]): Promise<AppendOutcome> {
    const state = this.states.of(stream);
    if (state.tombstoned) return { kind: 'tombstoned' };
    const tooLarge = this.#tooLarge(events);
    if (tooLarge !== undefined) return tooLarge;

    if (state.softDeleted) {
      const repeated = await this.#lastOfRepetition(stream, expected, events);
      if (repeated !== undefined) return { kind: 'appended', revision: repeated, position: undefined };
    }
    const isPlain = events.length > 0 && expected !== 'stream_exists' && !state.softDeleted;
    const last = isPlain ? undefined : await this.#lastRevision(stream);
    if (expected === 'stream_exists' && last === undefined) return { kind: 'conflict', actual: undefined };
    if (events.length === 0)
      return { kind: 'appended', revision: last ?? 0, position: (await this.store.head()) * POSITION_STRIDE };
    try {
      const { revision, position } = await this.store.append(
        stream,
        storeExpectation(expected, state, last),
        events.map(toStore),
      );
      if (state.softDeleted) await this.#setState(stream, { ...state.metadata, $tb: (last ?? -1) + 1 });
      this.states.note(stream, events);
      return { kind: 'appended', revision, position: position * POSITION_STRIDE };
    } catch (error) {
      if (!(error instanceof WrongExpectedRevisionError)) throw error;
      return { kind: 'conflict', actual: error.actual === 'none' ? undefined : error.actual };
    }
  }

  /** Revision of the last event when all of these are stored where they would be appended. */
  async #lastOfRepetition(
    stream: string,
    expected: Expected,
    events: readonly WireEvent[],
  ): Promise<number | undefined> {
    if (events.length === 0 || (typeof expected === 'string' && expected !== 'no_stream')) return undefined;
    const from = expected === 'no_stream' ? 0 : expected + 1;
    const stored = await this.store.read(stream, { from, limit: events.length });
    const isRepeated = stored.length === events.length && stored.every(({ id }, index) => id === events[index]?.id);
    return isRepeated ? from + events.length - 1 : undefined;
  }

  /** Metadata and types do not count. */
  #tooLarge(events: readonly WireEvent[]): AppendOutcome | undefined {
    const { eventBytesMax, appendBytesMax } = this.limits;
    const large = events.find(({ data }) => data.length > eventBytesMax);
    if (large !== undefined) {
      return { kind: 'event too large', id: large.id, bytes: large.data.length, max: eventBytesMax };
    }
    const bytes = events.reduce((sum, { data }) => sum + data.length, 0);
    return bytes > appendBytesMax ? { kind: 'too large', max: appendBytesMax } : undefined;
  }

  /** Hides everything that is in the stream; the next append brings it back, and numbers on. */
  async softDelete(stream: string): Promise<void> {
    await this.#setState(stream, { ...this.states.of(stream).metadata, $tb: Number.MAX_SAFE_INTEGER });
  }

  /** Closes the stream for good. */
  async tombstone(stream: string): Promise<void> {
    await this.#writeState(stream, '$streamDeleted', {});
  }

  isTombstoned(stream: string): boolean {
    return this.states.of(stream).tombstoned;
  }

  /** The events of a stream; undefined when there is none of that name. */
  async readStream(stream: string, request: ReadRequest): Promise<AsyncIterable<LoggedEvent> | undefined> {
    const last = await this.#lastRevision(stream);
    const state = this.states.of(stream);
    if (last === undefined || state.softDeleted) return undefined;
    return this.#streamPages(stream, request, Math.max(state.truncateBefore, last + 1 - state.maxCount), last);
  }

  /** Forwards from a position, inclusive; backwards from a position, exclusive, as a real server does. */
  async *readAll({ from, backwards, count }: ReadRequest): AsyncGenerator<LoggedEvent> {
    const head = await this.store.head();
    const at = from === 'start' ? 0 : from === 'end' ? head + 1 : Math.ceil(from / POSITION_STRIDE);
    let left = count;
    if (!backwards) {
      for await (const { events, last } of this.#pagesAfter(at - 1, Math.min(PAGE, count))) {
        yield* events.slice(0, left);
        left -= events.length;
        if (last || left <= 0) return;
      }
      return;
    }
    // Positions in the embedded store have no gaps.
    for (let end = Math.min(at, head + 1); end > 1 && left > 0; end -= PAGE) {
      const page = await this.#between(Math.max(1, end - Math.min(PAGE, left)), end);
      yield* page.reverse();
      left -= page.length;
    }
  }

  /** Everything after a position, page by page, and then what comes. */
  follow(after: 'start' | 'end' | number, pageSize: number, signal: AbortSignal): AsyncIterable<LogPage> {
    const position = typeof after === 'number' ? Math.floor(after / POSITION_STRIDE) : after;
    return this.#pagesAfter(position, pageSize, signal);
  }

  async *#pagesAfter(
    after: 'start' | 'end' | number,
    batchSize = PAGE,
    signal = new AbortController().signal,
  ): AsyncGenerator<LogPage> {
    // A position that the log has not reached is for the real server just a place to wait at.
    const from = typeof after === 'number' ? Math.max(0, Math.min(after, await this.store.head())) : after;
    for await (const { events, position, caughtUp } of this.store.subscribe({
      after: from,
      batchSize,
      includesForeign: true,
      signal,
    })) {
      yield { events: events.map(fromStore), position: position * POSITION_STRIDE, last: caughtUp };
    }
  }

  async #between(first: number, end: number): Promise<LoggedEvent[]> {
    const events: LoggedEvent[] = [];
    for await (const page of this.#pagesAfter(first - 1, end - first)) {
      events.push(...page.events);
      if (page.last || events.length >= end - first) break;
    }
    return events.slice(0, end - first);
  }

  async *#streamPages(
    stream: string,
    { from, backwards, count }: ReadRequest,
    first: number,
    last: number,
  ): AsyncGenerator<LoggedEvent> {
    const direction = backwards ? 'backwards' : 'forwards';
    let next = from === 'start' ? 0 : from === 'end' ? last : from;
    if (!backwards) next = Math.max(next, first);
    for (let left = count; left > 0 && next >= first && next <= Math.max(last, next);) {
      const events = await this.store.read(stream, { from: next, direction, limit: Math.min(PAGE, left) });
      if (events.length === 0) return;
      for (const event of events) if (event.revision >= first) yield fromStore(event);
      left -= events.length;
      next = (events.at(-1)?.revision ?? next) + (backwards ? -1 : 1);
    }
  }

  async #lastRevision(stream: string): Promise<number | undefined> {
    return (await this.store.read(stream, { direction: 'backwards', limit: 1 }))[0]?.revision;
  }

  #setState(stream: string, metadata: Readonly<Record<string, Json>>): Promise<void> {
    return this.#writeState(stream, '$metadata', metadata);
  }

  async #writeState(stream: string, type: string, content: Json): Promise<void> {
    const data = Buffer.from(JSON.stringify(content));
    const event = { id: crypto.randomUUID(), type, json: true, data, metadata: Buffer.alloc(0) };
    await this.append(StreamStates.streamOf(stream), 'any', [event]);
  }
}

function storeExpectation(expected: Expected, state: StreamState, last: number | undefined): 'any' | 'none' | number {
  if (expected === 'stream_exists') return 'any';
  if (expected !== 'no_stream') return expected;
  return state.softDeleted && last !== undefined ? last : 'none';
}

function toStore({ id, type, json, data, metadata }: WireEvent) {
  const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString(json ? 'utf8' : 'base64');
  return {
    id,
    type,
    data: { json, data: text(data), metadata: text(metadata) },
    metadata: { ...NO_METADATA, at: Date.now() },
  };
}

/** A tombstone stands in the log in its own stream. It is kept with the stream's metadata here. */
function fromStore(event: RecordedEvent): LoggedEvent {
  const logged = loggedAs(event);
  if (event.type !== '$streamDeleted') return logged;
  return { ...logged, stream: event.stream.slice(METADATA_PREFIX.length), revision: TOMBSTONE_REVISION };
}

function loggedAs({ id, type, stream, revision, position, data, metadata }: RecordedEvent): LoggedEvent {
  const stored = data as { readonly json: boolean; readonly data: string; readonly metadata: string };
  const bytes = (text: string): Buffer => Buffer.from(text, stored.json ? 'utf8' : 'base64');
  return {
    id,
    type,
    stream,
    revision,
    position: position * POSITION_STRIDE,
    created: metadata.at,
    json: stored.json,
    data: bytes(stored.data),
    metadata: bytes(stored.metadata),
  };
}
