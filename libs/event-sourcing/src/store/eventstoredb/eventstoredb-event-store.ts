import { setTimeout as pause } from 'node:timers/promises';
import { END, NO_STREAM, type WrongExpectedVersionError } from '@eventstore/db-client';
import { describeError } from '@stablecoin/errors';
import { EventStoreUnavailableError } from '../../errors';
import type { Log } from '../../ports';
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
import { WritingState } from '../writing-state';
import { AnyAppends } from './any-appends';
import { appendsOf, positionOf, toClient } from './codec';
import { Connection } from './connection';
import { failureType, isStray } from './failures';
import { lastEventBefore, readStream } from './reading';
import type { EventStoreDbSettings } from './settings';
import { Snapshots } from './snapshots';
import { Subscriptions } from './subscriptions';

/** How often a server that took no append is asked whether it is back, in milliseconds. */
const PROBE_EVERY_MS = 1_000;

/** What a store on a server tells of itself, for metrics. */
export interface EventStoreDbStatistics {
  /** Appends that were answered. */
  readonly appends: number;
  /** Calls that wait until others have ended. */
  readonly waiting: number;
  /** Calls that were made again because the first gave no answer of use. */
  readonly retries: number;
  /** Connections that were given up because nothing came from them, they broke, or another node leads. */
  readonly replacements: number;
  /** Subscriptions that had to be started again. */
  readonly restarts: number;
  /** Rejections of the vendor's client that belonged to no call: see {@link EventStoreDbEventStore.claims}. */
  readonly strays: number;
}

const LOG_INTERVAL_MS = 10_000;

/**
 * The event store on EventStoreDB 23.10 or newer, also under its name KurrentDB. Reads and appends on the leader only.
 * Positions are offsets in the server's log: they have gaps, and begin somewhere.
 */
export class EventStoreDbEventStore implements EventStore {
  readonly writing = new WritingState();
  private readonly connection: Connection;
  private readonly subscriptions: Subscriptions;
  private readonly snapshots: Snapshots;
  private readonly anyAppends: AnyAppends;
  private appends = 0;
  private strays = 0;
  private loggedAt = -Infinity;
  private readonly underWay = new Set<Promise<unknown>>();
  private closing: Promise<void> | undefined;

  /** Connects when it is first used: a server that is not there yet does not keep a process from starting. */
  constructor(
    settings: EventStoreDbSettings,
    private readonly log: Log,
  ) {
    this.connection = new Connection(settings);
    this.subscriptions = new Subscriptions(this.connection, () => this.head(), log);
    this.snapshots = new Snapshots(this.connection);
    this.anyAppends = new AnyAppends({
      read: (stream, options) => readStream(this.connection, stream, options),
      append: (stream, expected, events) => this.appendAt(stream, expected, events),
    });
  }

  get statistics(): EventStoreDbStatistics {
    const { appends, strays } = this;
    return { ...this.connection.statistics, appends, strays, restarts: this.subscriptions.restarts };
  }

  get lastAwayAt(): number {
    return this.connection.lastAwayAt;
  }

  /**
   * Whether a rejection that nobody handled was left behind by the vendor's client, whose calls end by their deadlines
   * all the same: it is counted, logged, and no reason to end the process.
   */
  claims(error: unknown): boolean {
    if (!isStray(error)) return false;
    this.strays++;
    if (performance.now() >= this.loggedAt + LOG_INTERVAL_MS) {
      this.loggedAt = performance.now();
      this.log.warn(
        { error: describeError(error), count: this.strays },
        'event store client rejected outside of a call',
      );
    }
    return true;
  }

  append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<AppendResult> {
    return this.whileOpen(async () => {
      checkAppend(stream, expected, events);
      return expected === 'any' ? this.anyAppends.append(stream, events) : this.appendAt(stream, expected, events);
    });
  }

  /** It answers no append before that. */
  durable(): Promise<void> {
    return Promise.resolve();
  }

  read(stream: string, options?: ReadOptions): Promise<readonly RecordedEvent[]> {
    return this.whileOpen(() => readStream(this.connection, stream, options));
  }

  subscribe(options: SubscribeOptions): AsyncIterable<EventBatch> {
    return this.subscriptions.subscribe(options);
  }

  head(): Promise<number> {
    return this.whileOpen(async () => {
      const met = this.connection.meets(0);
      return this.connection.meets(await lastEventBefore(this.connection, END, met));
    });
  }

  saveSnapshot(stream: string, snapshot: Snapshot): Promise<void> {
    return this.whileOpen(() => this.snapshots.save(stream, snapshot));
  }

  loadSnapshot(stream: string): Promise<Snapshot | undefined> {
    return this.whileOpen(() => this.snapshots.load(stream));
  }

  /** Ends the subscriptions, and lets the calls under way finish. */
  close(): Promise<void> {
    this.closing ??= this.finish();
    return this.closing;
  }

  private async finish(): Promise<void> {
    this.subscriptions.end();
    await Promise.allSettled(this.underWay);
    this.connection.close();
  }

  private async whileOpen<T>(work: () => Promise<T>): Promise<T> {
    if (this.closing !== undefined) throw new Error('the event store is closed');
    const working = work();
    this.underWay.add(working);
    try {
      return await working;
    } finally {
      this.underWay.delete(working);
    }
  }

  /** Whoever asks is told so until the server answers again, which nobody else may find out. */
  private cannotWrite(problem: Error): void {
    const isKnown = this.writing.problem !== undefined;
    this.writing.fails(problem);
    if (!isKnown) void this.probe();
  }

  private async probe(): Promise<void> {
    while (this.writing.problem !== undefined && this.closing === undefined) {
      await pause(PROBE_EVERY_MS, undefined, { ref: false });
      await this.head().then(
        () => this.writing.works(),
        () => undefined,
      );
    }
  }

  /** Appends at an exact place, in several calls where it is more than the server takes in one. */
  private async appendAt(
    stream: string,
    expected: 'none' | number,
    events: readonly NewEvent[],
  ): Promise<AppendResult> {
    let index = expected;
    let result: AppendResult = { revision: 0, position: 0 };
    for (const part of appendsOf(stream, events)) {
      result = await this.appendOnce(stream, index, part);
      index = result.revision;
    }
    return result;
  }

  private async appendOnce(
    stream: string,
    expected: 'none' | number,
    events: readonly NewEvent[],
  ): Promise<AppendResult> {
    const { credentials, timeoutMs: deadline } = this.connection;
    const expectedRevision = expected === 'none' ? NO_STREAM : BigInt(expected);
    const options = { expectedRevision, credentials, requiresLeader: true, deadline } as const;
    const proposed = events.map(toClient);
    try {
      const { nextExpectedRevision, position } = await this.connection.call((session) =>
        session.request(deadline, (client) => client.appendToStream(stream, proposed, options)),
      );
      const result = { revision: Number(nextExpectedRevision), position: positionOf(position) };
      this.connection.meets(result.position);
      this.appends++;
      this.writing.works();
      return result;
    } catch (error) {
      if (error instanceof EventStoreUnavailableError) this.cannotWrite(error);
      throw portError(stream, expected, error);
    }
  }
}

/** A failure of the vendor's client as one of the port, where the port has a name for it. */
function portError(stream: string, expected: 'none' | number, error: unknown): unknown {
  const type = failureType(error);
  if (type === 'wrong-expected-version') {
    const { actualVersion } = error as WrongExpectedVersionError;
    const actual = typeof actualVersion === 'bigint' ? Number(actualVersion) : 'none';
    return new WrongExpectedRevisionError(stream, expected, actual);
  }
  if (type === 'maximum-append-size-exceeded') {
    return new RangeError(`the events for ${stream} are more than the event store takes in one append`);
  }
  return error;
}
