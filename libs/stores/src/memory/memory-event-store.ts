import { checkAppend, decideAppend, NO_REVISION, type StreamEvents } from '../append-decision';
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
  WritingState,
} from '@stablecoin/event-sourcing';
import { EventTail } from '../event-tail';
import { Subscriptions } from '../subscriptions';

/**
 * An event store in memory, for tests and trials. Events are serialised to JSON as in a store on disk, so both behave
 * alike.
 */
export class MemoryEventStore implements EventStore {
  readonly writing = new WritingState();
  readonly #log = new EventTail(Number.POSITIVE_INFINITY, 0);
  readonly #streams = new Map<string, RecordedEvent[]>();
  readonly #snapshots = new Map<string, string>();
  readonly #subscriptions: Subscriptions;
  #closed = false;

  constructor() {
    const log = this.#log;
    this.#subscriptions = new Subscriptions({
      get head() {
        return log.head;
      },
      page: (after, limit, filter) => log.page(after, limit, filter),
    });
  }

  async append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<AppendResult> {
    await this.#opened();
    checkAppend(stream, expected, events);
    const stored = this.#streams.get(stream) ?? [];
    const decision = decideAppend(streamEvents(stored), expected, () => events.map((event) => event.id));
    if (decision.kind === 'conflict') throw new WrongExpectedRevisionError(stream, expected, lastRevision(stored));
    if (decision.kind === 'repetition') return resultAt(stored, decision.revision);

    const recorded = events.map(({ id, type, data, metadata }, index): RecordedEvent => ({
      ...throughJson({ id, type, data, metadata }),
      stream,
      revision: stored.length + index,
      position: this.#log.head + 1 + index,
    }));
    this.#streams.set(stream, stored);
    const grown = new Set<number>();
    for (const event of recorded) {
      stored.push(event);
      grown.add(this.#log.push(event));
    }
    this.#subscriptions.grown(grown);
    return resultAt(stored, stored.length - 1);
  }

  durable(): Promise<void> {
    return this.#opened();
  }

  async read(stream: string, options: ReadOptions = {}): Promise<readonly RecordedEvent[]> {
    await this.#opened();
    const { direction = 'forwards', from, limit } = options;
    const events = this.#streams.get(stream) ?? [];
    if (direction === 'forwards') return events.slice(Math.max(from ?? 0, 0)).slice(0, limit);
    return events
      .slice(0, (from ?? events.length) + 1)
      .reverse()
      .slice(0, limit);
  }

  subscribe(options: SubscribeOptions): AsyncIterable<EventBatch> {
    return this.#subscriptions.subscribe(options);
  }

  async head(): Promise<number> {
    await this.#opened();
    return this.#log.head;
  }

  async saveSnapshot(stream: string, snapshot: Snapshot): Promise<void> {
    await this.#opened();
    this.#snapshots.set(stream, JSON.stringify(snapshot));
  }

  async loadSnapshot(stream: string): Promise<Snapshot | undefined> {
    await this.#opened();
    const snapshot = this.#snapshots.get(stream);
    return snapshot === undefined ? undefined : (JSON.parse(snapshot) as Snapshot);
  }

  close(): Promise<void> {
    this.#closed = true;
    this.#subscriptions.end();
    return Promise.resolve();
  }

  #opened(): Promise<void> {
    return this.#closed ? Promise.reject(new Error('the event store is closed')) : Promise.resolve();
  }
}

function streamEvents(events: readonly RecordedEvent[]): StreamEvents {
  return {
    revision: events.length - 1,
    idsFrom: (revision, count) => events.slice(revision, revision + count).map((event) => event.id),
    firstOf: (ids) => {
      const index = events.findIndex((event) => ids.includes(event.id));
      return index === NO_REVISION ? undefined : index;
    },
  };
}

function lastRevision(events: readonly RecordedEvent[]): number | 'none' {
  return events.at(-1)?.revision ?? 'none';
}

function resultAt(events: readonly RecordedEvent[], revision: number): AppendResult {
  const event = events[revision];
  if (event === undefined) throw new Error(`there is no event at revision ${revision}`);
  return { revision, position: event.position };
}

function throughJson({ id, type, data, metadata }: NewEvent): NewEvent {
  return JSON.parse(JSON.stringify({ id, type, data, metadata })) as NewEvent;
}
