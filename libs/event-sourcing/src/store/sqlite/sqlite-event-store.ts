import { dirname } from 'node:path';
import { checkAppend } from '../append-decision';
import {
  type AppendResult,
  type EventBatch,
  type EventStore,
  type ExpectedRevision,
  type NewEvent,
  type ReadOptions,
  type RecordedEvent,
  type Snapshot,
  type SubscribeOptions,
  WrongExpectedRevisionError,
} from '../event-store';
import { DataFolderLock } from './data-folder-lock';
import { Reader } from './reader';
import { reasonOf } from './reason';
import { SqliteLog } from './sqlite-log';
import { startWriter } from './start-writer';
import { eventsText, toJson } from './stored-events';
import { type WriterStatistics, WriterThread } from './writer-thread';

/** What a busy service appends in a second: read models rest for half of one, and read on from here. */
const DEFAULT_TAIL_CAPACITY = 16_384;

export interface SqliteEventStoreOptions {
  /** The lock of the file's folder, when the caller holds it. Otherwise the store takes it until it is closed. */
  readonly lock?: DataFolderLock;
  /** So many of the latest events are kept in memory for live subscribers. Default 16,384. */
  readonly tailCapacity?: number;
}

/**
 * The event store of a single process: an SQLite file, written by a thread of its own in group commits that are on the
 * disk before they are answered, and read beside it. Events that it hands out may be shared; they are not to be changed.
 */
export class SqliteEventStore implements EventStore {
  private closing: Promise<void> | undefined;

  private constructor(
    private readonly writer: WriterThread,
    private readonly log: SqliteLog,
    private readonly reader: Reader,
    private readonly ownLock: DataFolderLock | undefined,
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
      const log = new SqliteLog(reader, head, options.tailCapacity ?? DEFAULT_TAIL_CAPACITY);
      return new SqliteEventStore(new WriterThread(worker, log), log, reader, ownLock);
    } catch (error) {
      ownLock?.release();
      throw new Error(`the event store ${file} cannot be opened: ${reasonOf(error)}`, { cause: error });
    }
  }

  /** For metrics. */
  get statistics(): WriterStatistics {
    return this.writer.statistics;
  }

  async append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<AppendResult> {
    checkAppend(stream, expected, events);
    const request = ['append', stream, expected, events.length, eventsText(events)] as const;
    const outcome = await this.writer.write(request, events);
    switch (outcome[0]) {
      case 'appended':
      case 'repetition': {
        const [, revision, position] = outcome;
        return { revision, position };
      }
      case 'conflict':
        throw new WrongExpectedRevisionError(stream, expected, outcome[1]);
      case 'saved':
        throw new Error('the writer took an append for a snapshot');
    }
  }

  async read(stream: string, options: ReadOptions = {}): Promise<readonly RecordedEvent[]> {
    return (await this.opened()).stream(stream, options);
  }

  subscribe(options: SubscribeOptions): AsyncIterable<EventBatch> {
    return this.log.subscriptions.subscribe(options);
  }

  async head(): Promise<number> {
    await this.opened();
    return this.log.head;
  }

  async saveSnapshot(stream: string, { revision, version, state }: Snapshot): Promise<void> {
    await this.writer.write(['snapshot', stream, revision, version, toJson(state)]);
  }

  async loadSnapshot(stream: string): Promise<Snapshot | undefined> {
    return (await this.opened()).snapshot(stream);
  }

  /** Ends the subscriptions, writes what is queued and leaves everything in the one file. */
  close(): Promise<void> {
    this.closing ??= this.finish();
    return this.closing;
  }

  private async finish(): Promise<void> {
    await this.writer.close();
    this.log.subscriptions.end();
    this.reader.close();
    this.ownLock?.release();
  }

  private opened(): Promise<Reader> {
    return this.closing === undefined
      ? Promise.resolve(this.reader)
      : Promise.reject(new Error('the event store is closed'));
  }
}
