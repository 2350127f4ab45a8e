import { setTimeout as pause } from 'node:timers/promises';
import { describeError } from '@stablecoin/contracts';
import {
  EventStoreUnavailableError,
  type AppendResult,
  type EventBatch,
  type EventStore,
  type ExpectedRevision,
  type NewEvent,
  type ReadOptions,
  type RecordedEvent,
  type Snapshot,
  type SubscribeOptions,
  WritingState,
} from '@stablecoin/event-sourcing';
import type { Log } from '@stablecoin/event-sourcing';
import { checkAppend } from '../append-decision';
import { AnyAppends } from './any-appends';
import type { StreamAppend } from './append-stream';
import { appendsOf, isForeign, type LogPlace } from './codec';
import { Connection } from './connection';
import { isStray } from './failures';
import { LogReader } from './log-reader';
import { readPlacesBefore } from './log-page';
import { readEnd, readStream } from './reading';
import type { EventStoreDbSettings } from './settings';
import { Snapshots } from './snapshots';
import { EventStoreDbSubscriptions } from './subscriptions';

/** Interval of checks whether a server that failed an append is back, in milliseconds. */
const PROBE_EVERY_MS = 250;
/** Events at the end of the log in which the last one of somebody is looked for. */
const LOOKED_AT = 4_096;

/** Counters of the store, for metrics. */
export interface EventStoreDbStatistics {
  /** Successful appends. */
  readonly appends: number;
  /** Calls waiting for other calls to end. */
  readonly waiting: number;
  /** Repeated call attempts. */
  readonly retries: number;
  /** Connections replaced because they were silent or broken, or because another node leads. */
  readonly replacements: number;
  /** Reads of new events that failed, and were made again. */
  readonly failedReads: number;
  /** Events of others and tombstones that were passed over; see {@link ForeignEvents}. */
  readonly foreignEvents: number;
  /** Unhandled rejections of the vendor's client; see {@link EventStoreDbEventStore.claims}. */
  readonly strays: number;
}

const LOG_INTERVAL_MS = 10_000;

/**
 * The event store on EventStoreDB 23.10 or newer, also named KurrentDB. It reads and appends on the leader only.
 * Positions are byte offsets in the server's log, so they have gaps and do not start at 1.
 */
export class EventStoreDbEventStore implements EventStore {
  readonly writing = new WritingState();
  readonly #connection: Connection;
  readonly #reader: LogReader;
  readonly #subscriptions: EventStoreDbSubscriptions;
  readonly #snapshots: Snapshots;
  readonly #anyAppends: AnyAppends;
  #appends = 0;
  #strays = 0;
  #loggedAt = -Infinity;
  readonly #underWay = new Set<Promise<unknown>>();
  #closing: Promise<void> | undefined;

  /** Connects on first use, so a process can start before its server. */
  constructor(
    settings: EventStoreDbSettings,
    private readonly log: Log,
  ) {
    this.#connection = new Connection(settings);
    this.#reader = new LogReader(this.#connection, log);
    this.#subscriptions = new EventStoreDbSubscriptions(this.#reader, () => this.head());
    this.#snapshots = new Snapshots(this.#connection);
    this.#anyAppends = new AnyAppends({
      read: (stream, options) => readStream(this.#connection, stream, options),
      append: (stream, expected, events) => this.#appendAt(stream, expected, events),
    });
  }

  get statistics(): EventStoreDbStatistics {
    return {
      ...this.#connection.statistics,
      appends: this.#appends,
      strays: this.#strays,
      failedReads: this.#reader.failures,
      foreignEvents: this.#reader.foreignEvents,
    };
  }

  get lastAwayAt(): number {
    return this.#connection.lastAwayAt;
  }

  /**
   * Whether an unhandled rejection comes from the vendor's client. If so, it is counted and logged, and the process can
   * continue: the call itself ends by its deadline.
   */
  claims(error: unknown): boolean {
    if (!isStray(error)) return false;
    this.#strays++;
    if (performance.now() >= this.#loggedAt + LOG_INTERVAL_MS) {
      this.#loggedAt = performance.now();
      this.log.warn(
        { error: describeError(error), count: this.#strays },
        'event store client rejected outside of a call',
      );
    }
    return true;
  }

  append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<AppendResult> {
    return this.#whileOpen(async () => {
      checkAppend(stream, expected, events);
      return expected === 'any' ? this.#anyAppends.append(stream, events) : this.#appendAt(stream, expected, events);
    });
  }

  /** Resolves at once: the server answers an append only after it is durable. */
  durable(): Promise<void> {
    return Promise.resolve();
  }

  read(stream: string, options?: ReadOptions): Promise<readonly RecordedEvent[]> {
    return this.#whileOpen(() => readStream(this.#connection, stream, options));
  }

  subscribe(options: SubscribeOptions): AsyncIterable<EventBatch> {
    return this.#subscriptions.subscribe(options);
  }

  head(): Promise<number> {
    return this.#whileOpen(async () => {
      const { last } = await readEnd(this.#connection, this.#connection.meets(0));
      return this.#connection.meets(last);
    });
  }

  lastEventAt(): Promise<number | undefined> {
    return this.#whileOpen(async () => {
      for (let before: number | 'end' | undefined = 'end'; before !== undefined;) {
        const places: readonly LogPlace[] = await readPlacesBefore(this.#connection, before, LOOKED_AT);
        const last = places.find(({ at }) => at !== null);
        if (last !== undefined) return last.at ?? undefined;
        before = places.length < LOOKED_AT ? undefined : places.at(-1)?.position;
      }
      return undefined;
    });
  }

  /** The version of the server, such as `26.0.3`; `unknown` when it does not say. */
  serverVersion(): Promise<string> {
    const connection = this.#connection;
    return this.#whileOpen(() =>
      connection.call((session) => session.request(connection.timeoutMs, (client) => client.serverVersion())),
    );
  }

  /** The last event of another application that is among the last 4,096 of the log. */
  lastForeign(): Promise<LogPlace | undefined> {
    return this.#whileOpen(async () => {
      const places = await readPlacesBefore(this.#connection, 'end', LOOKED_AT);
      return places.find((place) => !isForeign(place) && !place.isOurs);
    });
  }

  saveSnapshot(stream: string, snapshot: Snapshot): Promise<void> {
    return this.#whileOpen(() => this.#snapshots.save(stream, snapshot));
  }

  loadSnapshot(stream: string): Promise<Snapshot | undefined> {
    return this.#whileOpen(() => this.#snapshots.load(stream));
  }

  /** Ends the subscriptions and waits for the calls in progress. */
  close(): Promise<void> {
    this.#closing ??= this.#finish();
    return this.#closing;
  }

  async #finish(): Promise<void> {
    this.#subscriptions.end();
    await Promise.allSettled(this.#underWay);
    this.#connection.close();
  }

  async #whileOpen<T>(work: () => Promise<T>): Promise<T> {
    if (this.#closing !== undefined) throw new Error('the event store is closed');
    const working = work();
    this.#underWay.add(working);
    try {
      return await working;
    } catch (error) {
      // Who cannot be read from cannot be written to either.
      if (error instanceof EventStoreUnavailableError) this.#cannotWrite(error);
      throw error;
    } finally {
      this.#underWay.delete(working);
    }
  }

  /** Reports that the store cannot write, and probes the server until it answers again. */
  #cannotWrite(problem: Error): void {
    const isKnown = this.writing.problem !== undefined;
    this.writing.fails(problem);
    if (!isKnown) void this.#probe();
  }

  async #probe(): Promise<void> {
    while (this.writing.problem !== undefined && this.#closing === undefined) {
      await pause(PROBE_EVERY_MS, undefined, { ref: false });
      await this.head().then(
        () => this.writing.works(),
        () => undefined,
      );
    }
  }

  /** Appends at an exact revision, in several calls if the append exceeds the limit of the server. */
  async #appendAt(stream: string, expected: 'none' | number, events: readonly NewEvent[]): Promise<AppendResult> {
    let revision = expected;
    let result: AppendResult = { revision: 0, position: 0 };
    for (const part of appendsOf(stream, events)) {
      result = await this.#appendOnce({ stream, expected: revision, events: part });
      revision = result.revision;
    }
    return result;
  }

  async #appendOnce(append: StreamAppend): Promise<AppendResult> {
    const connection = this.#connection;
    const result = await connection.call(({ appends }) => appends.append(append, connection.timeoutMs));
    connection.meets(result.position);
    this.#reader.hasAppended(append.stream, result.position);
    this.#appends++;
    this.writing.works();
    return result;
  }
}
