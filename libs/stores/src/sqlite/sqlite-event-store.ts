import { dirname } from 'node:path';
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
import { DataFolderLock } from './data-folder-lock';
import { fileIdentity } from './file-identity';
import { Reader } from './reader';
import { reasonOf } from './reason';
import { startWriter } from './start-writer';
import { StreamEnds } from './stream-ends';
import { WriterThread } from './writer-thread';

/** What a busy service appends in a second: read models rest for half of one, and read on from here. */
const DEFAULT_TAIL_CAPACITY = 16_384;

/**
 * With more unflushed writes than this, appends wait for the flush, which slows callers down to the speed of the disk.
 */
const UNFLUSHED_MAX = 4_096;

export interface SqliteEventStoreOptions {
  /** The lock of the file's folder, when the caller holds it. Otherwise the store takes it until it is closed. */
  readonly lock?: DataFolderLock;
  /** So many of the latest events are kept in memory for live subscribers. Default 16,384. */
  readonly tailCapacity?: number;
  /** Is told when the thread that writes has died: nothing can be appended until the store is opened again. */
  readonly lost?: (error: Error) => void;
}

/**
 * The event store of a single process: an SQLite file, written by a thread of its own in group commits, and read beside
 * it. What an append comes to is decided here, in the order in which they are asked for, so that whoever wants to can go
 * on before it is on the disk. Events that it hands out may be shared; they are not to be changed.
 */
export class SqliteEventStore implements EventStore {
  #closing: Promise<void> | undefined;

  private constructor(
    private readonly writer: WriterThread,
    private readonly log: GroupCommitLog,
    private readonly reader: Reader,
    private readonly ends: StreamEnds,
    private readonly ownLock: DataFolderLock | undefined,
    private readonly file: string,
  ) {}

  /**
   * Opens the file, and makes it and its folder when they are missing.
   *
   * @throws when another process has the folder, or the file cannot be written; the message names it
   */
  static async open(file: string, options: SqliteEventStoreOptions = {}): Promise<SqliteEventStore> {
    const ownLock = options.lock === undefined ? DataFolderLock.acquire(dirname(file)) : undefined;
    try {
      const { worker, head } = await startWriter({ file });
      const reader = new Reader(file);
      const log = new GroupCommitLog(reader, head, options.tailCapacity ?? DEFAULT_TAIL_CAPACITY);
      const writer = new WriterThread(worker, {
        written: (group) => log.written(group),
        lost: (error, closing) => {
          log.lost(error);
          if (!closing) options.lost?.(error);
        },
      });
      return new SqliteEventStore(writer, log, reader, new StreamEnds(file), ownLock, file);
    } catch (error) {
      ownLock?.release();
      throw new Error(`the event store ${file} cannot be opened: ${reasonOf(error)}`, { cause: error });
    }
  }

  identity(): Promise<StoreIdentity> {
    return fileIdentity(this.file);
  }

  get writing(): WritingState {
    return this.writer.queue.writing;
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
    checkAppend(stream, expected, events);
    const texts = events.map(eventText);
    this.writer.queue.check();
    const last = this.ends.lastRevision(stream);
    const isNext = expected === (last === NO_REVISION ? 'none' : last);
    const appended =
      (isNext ? undefined : this.#repeated(stream, last, expected, events)) ?? this.#index(stream, last, events, texts);
    if (!beforeFlush || this.writer.queue.statistics.waiting > UNFLUSHED_MAX) await this.writer.queue.written();
    return appended;
  }

  durable(position = Infinity): Promise<void> {
    return position <= this.log.durableHead ? Promise.resolve() : this.writer.queue.written();
  }

  async read(stream: string, options: ReadOptions = {}): Promise<readonly RecordedEvent[]> {
    const reader = await this.#opened();
    if (options.flushedOnly !== true && !this.#isDurable(stream)) await this.writer.queue.written();
    return reader.stream(stream, options);
  }

  subscribe(options: SubscribeOptions): AsyncIterable<EventBatch> {
    return this.log.subscribe(options);
  }

  async head(): Promise<number> {
    await this.#opened();
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
    return (await this.#opened()).snapshot(stream);
  }

  /** Ends the subscriptions, writes what is queued and leaves everything in the one file. */
  close(): Promise<void> {
    this.#closing ??= this.#finish();
    return this.#closing;
  }

  async #finish(): Promise<void> {
    await this.writer.close();
    this.log.end();
    this.ends.close();
    this.reader.close();
    this.ownLock?.release();
  }

  /** Whether all that was appended to a stream is on the disk. */
  #isDurable(stream: string): boolean {
    return this.ends.lastPosition(stream) <= this.log.durableHead;
  }

  /**
   * Compares an append with what its stream holds.
   *
   * @param last - revision of the stream's last event
   * @returns what it came to when it was made before; undefined when it is new
   * @throws {@link WrongExpectedRevisionError} when it is neither
   */
  #repeated(
    stream: string,
    last: number,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
  ): AppendResult | undefined {
    const stored = {
      revision: last,
      idsFrom: (revision: number, count: number) => this.#stored(stream, revision, count).map(({ id }) => id),
      firstOf: (ids: readonly string[]) => this.#firstOf(stream, ids),
    };
    const decision = decideAppend(stored, expected, () => events.map(({ id }) => id));
    switch (decision.kind) {
      case 'append':
        return undefined;
      case 'repetition': {
        const [event] = this.#stored(stream, decision.revision, 1);
        if (event === undefined) throw new Error(`there is no event at revision ${decision.revision} of ${stream}`);
        return { revision: event.revision, position: event.position };
      }
      case 'conflict':
        throw new WrongExpectedRevisionError(stream, expected, last === NO_REVISION ? 'none' : last);
    }
  }

  /** Events of a stream from a revision on, on the disk or not. */
  #stored(stream: string, from: number, limit: number): readonly RecordedEvent[] {
    const onDisk = this.reader.stream(stream, { from, limit });
    // Of what waits, the first may have got there meanwhile.
    const last = onDisk.at(-1)?.revision ?? from - 1;
    const waiting = this.writer.queue.waitingOf(stream).flatMap(recordedEvents);
    return [...onDisk, ...waiting.filter(({ revision }) => revision > last)].slice(0, limit);
  }

  #firstOf(stream: string, ids: readonly string[]): number | undefined {
    const waiting = this.writer.queue.waitingOf(stream).flatMap(recordedEvents);
    return this.reader.firstOf(stream, ids) ?? waiting.find(({ id }) => ids.includes(id))?.revision;
  }

  /** Puts an append behind all others, and sends it to the disk. */
  #index(stream: string, last: number, events: readonly NewEvent[], texts: readonly string[]): AppendResult {
    const appended = { revision: last + events.length, position: this.log.head + events.length };
    const request = ['append', stream, last + 1, this.log.head + 1, texts] as const;
    this.ends.move(stream, appended);
    const append = { request, events };
    this.writer.write(append);
    this.log.handOut(append);
    return appended;
  }

  #opened(): Promise<Reader> {
    return this.#closing === undefined
      ? Promise.resolve(this.reader)
      : Promise.reject(new Error('the event store is closed'));
  }
}
