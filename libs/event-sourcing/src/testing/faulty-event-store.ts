import { WritingState } from '../ports/writing-state';
import type {
  AppendOptions,
  AppendResult,
  EventBatch,
  EventStore,
  ExpectedRevision,
  NewEvent,
  ReadOptions,
  RecordedEvent,
  Snapshot,
  SubscribeOptions,
} from '../ports/event-store';

/** What goes wrong with one call: it is not carried out, or it is and the answer is lost. */
export type Fault = 'fails' | 'answer lost';

/** A store that fails when it is told to, and counts what it is asked. For tests of what must survive that. */
export class FaultyEventStore implements EventStore {
  /** Faults of the appends to come, one each; none when it is empty. */
  readonly appendFaults: (Fault | undefined)[] = [];
  /** Called before each append is carried out: to let something else come in between. */
  beforeAppend: (stream: string) => Promise<void> | void = () => undefined;
  /** Called before each read. */
  beforeRead: (stream: string, options?: ReadOptions) => Promise<void> | void = () => undefined;
  /** Called before anything is said to be on the disk. */
  beforeDurable: () => Promise<void> | void = () => undefined;
  beforeSaveSnapshot: (stream: string) => Promise<void> | void = () => undefined;
  readonly writing = new WritingState();
  appends = 0;
  reads = 0;
  readonly #store: EventStore;

  constructor(store: EventStore) {
    this.#store = store;
  }

  async append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
    options?: AppendOptions,
  ): Promise<AppendResult> {
    this.appends++;
    const fault = this.appendFaults.shift();
    await this.beforeAppend(stream);
    if (fault === 'fails') throw new Error('the store is out of reach');
    const result = await this.#store.append(stream, expected, events, options);
    if (fault === 'answer lost') throw new Error('the answer of the store is lost');
    return result;
  }

  async durable(position?: number): Promise<void> {
    await this.beforeDurable();
    await this.#store.durable(position);
  }

  async read(stream: string, options?: ReadOptions): Promise<readonly RecordedEvent[]> {
    this.reads++;
    await this.beforeRead(stream, options);
    return this.#store.read(stream, options);
  }

  subscribe(options: SubscribeOptions): AsyncIterable<EventBatch> {
    return this.#store.subscribe(options);
  }

  head(): Promise<number> {
    return this.#store.head();
  }

  async saveSnapshot(stream: string, snapshot: Snapshot): Promise<void> {
    await this.beforeSaveSnapshot(stream);
    await this.#store.saveSnapshot(stream, snapshot);
  }

  loadSnapshot(stream: string): Promise<Snapshot | undefined> {
    return this.#store.loadSnapshot(stream);
  }

  close(): Promise<void> {
    return this.#store.close();
  }
}
