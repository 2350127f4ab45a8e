import { openPostgres } from './postgres-database';
import { checkAppend, decideAppend, NO_REVISION } from '../append-decision';
import {
  type AppendOptions,
  type AppendResult,
  type EventBatch,
  type EventStore,
  type ExpectedRevision,
  type NewEvent,
  type ReadOptions,
  type RecordedEvent,
  type Snapshot,
  type StoreIdentity,
  type SubscribeOptions,
  WrongExpectedRevisionError,
} from '@stablecoin/event-sourcing';
import { GroupCommitLog } from '../group-commit/group-commit-log';
import type { WriterStatistics } from '../group-commit/write-queue';
import { recordedEvents } from '../group-commit/writes';
import { eventText, toJson } from '../stored-events';
import type { WritingState } from '@stablecoin/event-sourcing';
import { PostgresReader } from './postgres-reader';
import { PostgresWriter } from './postgres-writer';
import { StreamEnds } from './stream-ends';
import { SCHEMA } from './writer-session';

/** What a busy service appends in a second: read models rest for half of one, and read on from here. */
const DEFAULT_TAIL_CAPACITY = 16_384;
/** With more unflushed writes than this, appends wait for the flush, which slows callers down to the speed of the disk. */
const UNFLUSHED_MAX = 4_096;
const READING_CONNECTIONS = 4;

export interface PostgresEventStoreOptions {
  /** So many of the latest events are kept in memory for live subscribers. Default 16,384. */
  readonly tailCapacity?: number;
  /** Is told when another instance has become the writer: nothing can be appended until the store is opened again. */
  readonly lost?: (error: Error) => void;
}

/**
 * The event store of a leading instance: a schema of a PostgreSQL database, written by one connection in group commits.
 * The result of an append is decided here, before the commit. That is safe because this instance is the only writer: to
 * open the store raises its epoch, and every group names the epoch that it was opened with. A group of an earlier writer
 * is refused by the database, and that writer is lost.
 *
 * Subscribers read from memory what this instance appends, and what is older from the database. Nothing polls.
 */
export class PostgresEventStore implements EventStore {
  #closing: Promise<void> | undefined;
  #lastAwayAt = Date.now();
  /** Appends whose place is being found out: they come before the close. */
  readonly #deciding = new Set<Promise<unknown>>();
  /** Appends with `any`, one after another: each searches its stream for the ids. */
  #anyAppends: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly writer: PostgresWriter,
    private readonly log: GroupCommitLog,
    private readonly reader: PostgresReader,
    private readonly ends: StreamEnds,
    private readonly closeReader: () => Promise<void>,
  ) {
    this.writing.onChange(() => (this.#lastAwayAt = Date.now()));
  }

  /**
   * Opens the store and becomes its only writer. Creates its tables if they are missing.
   *
   * @param url - `postgres://user:password@host:port/database`
   * @throws Error when the server cannot be reached, or has tables of another version of this program
   */
  static async open(url: string, options: PostgresEventStoreOptions = {}): Promise<PostgresEventStore> {
    const { db, close } = openPostgres<unknown>(url, { schema: SCHEMA, connectionsMax: READING_CONNECTIONS });
    const reader = new PostgresReader(db);
    let log: GroupCommitLog | undefined;
    try {
      const writer = await PostgresWriter.open(url, (head) => {
        const opened = new GroupCommitLog(reader, head, options.tailCapacity ?? DEFAULT_TAIL_CAPACITY);
        log = opened;
        return {
          written: (group) => opened.written(group),
          lost: (error, closing) => {
            opened.lost(error);
            if (!closing) options.lost?.(error);
          },
        };
      });
      if (log === undefined) throw new TypeError('the writer has not asked for its listener');
      const ends = new StreamEnds((streams) => reader.lastRevisions(streams));
      return new PostgresEventStore(writer, log, reader, ends, close);
    } catch (error) {
      await close();
      throw error;
    }
  }

  get writing(): WritingState {
    return this.writer.queue.writing;
  }

  get lastAwayAt(): number {
    return this.writing.problem === undefined ? this.#lastAwayAt : Date.now();
  }

  /** For metrics. */
  get statistics(): WriterStatistics {
    return this.writer.queue.statistics;
  }

  async append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
    { beforeFlush = false }: AppendOptions = {},
  ): Promise<AppendResult> {
    this.#checkOpen();
    checkAppend(stream, expected, events);
    if (stream.includes('\0')) throw new RangeError('PostgreSQL takes no stream with the character NUL in its name');
    const texts = events.map(eventText);
    const decide = (): Promise<AppendResult> => this.#decide(stream, expected, events, texts);
    const appended = await this.#whileDeciding(expected === 'any' ? this.#afterOtherAny(decide) : decide());
    if (!beforeFlush || this.statistics.waiting > UNFLUSHED_MAX) await this.writer.queue.written();
    return appended;
  }

  durable(position = Infinity): Promise<void> {
    return position <= this.log.durableHead ? Promise.resolve() : this.writer.queue.written();
  }

  async read(stream: string, options: ReadOptions = {}): Promise<readonly RecordedEvent[]> {
    this.#checkOpen();
    const isDurable = this.ends.lastPosition(stream) <= this.log.durableHead;
    if (options.flushedOnly !== true && !isDurable) await this.writer.queue.written();
    return this.reader.stream(stream, options);
  }

  subscribe(options: SubscribeOptions): AsyncIterable<EventBatch> {
    return this.log.subscribe(options);
  }

  identity(): Promise<StoreIdentity> {
    return this.reader.identity();
  }

  async head(): Promise<number> {
    this.#checkOpen();
    this.writer.queue.checkAlive();
    await this.writer.queue.written();
    return this.log.durableHead;
  }

  async saveSnapshot(stream: string, { revision, version, state }: Snapshot): Promise<void> {
    this.writer.queue.check();
    this.writer.write({ request: ['snapshot', stream, revision, version, toJson(state)] });
    await this.writer.queue.written();
  }

  async loadSnapshot(stream: string): Promise<Snapshot | undefined> {
    this.#checkOpen();
    return this.reader.snapshot(stream);
  }

  /** Ends the subscriptions, writes what is queued and disconnects. */
  close(): Promise<void> {
    return (this.#closing ??= this.#finish());
  }

  async #finish(): Promise<void> {
    await Promise.allSettled(this.#deciding);
    await this.writer.close();
    this.log.end();
    await this.closeReader();
  }

  #checkOpen(): void {
    if (this.#closing !== undefined) throw new Error('the event store is closed');
  }

  #whileDeciding<T>(decided: Promise<T>): Promise<T> {
    this.#deciding.add(decided);
    return decided.finally(() => this.#deciding.delete(decided));
  }

  #afterOtherAny(decide: () => Promise<AppendResult>): Promise<AppendResult> {
    const decided = this.#anyAppends.then(decide);
    this.#anyAppends = decided.catch(() => undefined);
    return decided;
  }

  /** Puts an append in its place, or finds out what it came to before. */
  async #decide(
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
    texts: readonly string[],
  ): Promise<AppendResult> {
    for (;;) {
      this.writer.queue.check();
      const last = this.ends.lastRevision(stream);
      if (last === undefined) {
        await this.ends.lookUp(stream);
        continue;
      }
      if (expected === (last === NO_REVISION ? 'none' : last)) return this.#index(stream, last, events, texts);
      const repeated = await this.#repeated(stream, last, expected, events);
      if (repeated !== undefined) return repeated;
      // Nothing was awaited since, unless another append has come first.
      if (this.ends.lastRevision(stream) === last) return this.#index(stream, last, events, texts);
    }
  }

  /**
   * Compares an append with what its stream holds.
   *
   * @param last - revision of the stream's last event
   * @returns what it came to when it was made before; undefined when it is new
   * @throws {@link WrongExpectedRevisionError} when it is neither
   */
  async #repeated(
    stream: string,
    last: number,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
  ): Promise<AppendResult | undefined> {
    const ids = events.map(({ id }) => id);
    const first = expected === 'any' ? await this.#firstOf(stream, ids) : undefined;
    const place = expected === 'any' ? (first ?? last + 1) : expected === 'none' ? 0 : expected + 1;
    const stored = place > last ? [] : await this.#stored(stream, place, ids.length);
    const decision = decideAppend(
      { revision: last, idsFrom: () => stored.map(({ id }) => id), firstOf: () => first },
      expected,
      () => ids,
    );
    if (decision.kind === 'append') return undefined;
    const event = stored.at(-1);
    if (decision.kind === 'conflict' || event === undefined) {
      throw new WrongExpectedRevisionError(stream, expected, last === NO_REVISION ? 'none' : last);
    }
    return { revision: event.revision, position: event.position };
  }

  /** Events of a stream from a revision on, flushed or not. */
  async #stored(stream: string, from: number, limit: number): Promise<readonly RecordedEvent[]> {
    // First what waits: what is flushed meanwhile is in the database when that is read.
    const waiting = this.writer.queue.waitingOf(stream).flatMap(recordedEvents);
    const flushed = await this.reader.stream(stream, { from, limit });
    const last = flushed.at(-1)?.revision ?? from - 1;
    return [...flushed, ...waiting.filter(({ revision }) => revision > last)].slice(0, limit);
  }

  async #firstOf(stream: string, ids: readonly string[]): Promise<number | undefined> {
    const waiting = this.writer.queue.waitingOf(stream).flatMap(recordedEvents);
    return (await this.reader.firstOf(stream, ids)) ?? waiting.find(({ id }) => ids.includes(id))?.revision;
  }

  /** Puts an append after all others, and hands it to the writer. */
  #index(stream: string, last: number, events: readonly NewEvent[], texts: readonly string[]): AppendResult {
    const appended = { revision: last + events.length, position: this.log.head + events.length };
    const append = { request: ['append', stream, last + 1, this.log.head + 1, texts] as const, events };
    this.ends.move(stream, appended);
    this.writer.write(append);
    this.log.handOut(append);
    return appended;
  }
}
