import { MemoryEventStore } from '@stablecoin/stores';
import { WritingState, eventId } from '@stablecoin/event-sourcing';
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
  StoreIdentity,
  SubscribeOptions,
} from '@stablecoin/event-sourcing';
import type { Process } from './process';
import type { World } from './world';

/** Events in a batch at most: small, so that much can happen between two. */
const BATCH_MAX = 4;

/**
 * The one event store: the in-memory adapter. By itself it is at hand; processes have it behind a network, or, where all
 * of them are one, with a disk that is behind.
 */
export class SimulatedStore implements EventStore {
  readonly writing = new WritingState();
  /** Every event on the disk, in the order of the store. */
  readonly events: RecordedEvent[] = [];
  /** What was appended. */
  #store = new MemoryEventStore();
  /** What is on the disk. */
  #disk: MemoryEventStore;
  /** Where it lies: a copy lies elsewhere. */
  place = 0;
  #unwritten: RecordedEvent[] = [];
  #ends: number[] = [];
  /** Position of the last event, on the disk or not. */
  #last = 0;
  /** A loss of power ends what is being written. */
  #isWriting: object | null = null;
  readonly #world: World;
  readonly #appended: (event: RecordedEvent) => void;

  /** @param appended - is told of every new event on the disk, once */
  constructor(world: World, appended: (event: RecordedEvent) => void) {
    this.#world = world;
    this.#appended = appended;
    this.#disk = world.isOneProcess ? new MemoryEventStore() : this.#store;
  }

  /** The store as a process has it. */
  for(process: Process): EventStore {
    return new StoreOfProcess(this, this.#world, process);
  }

  /**
   * Positions at which a backup may end: it has all events of an append, or none.
   *
   * @param type - of the last event; missing: any
   */
  backupsAfter(position: number, type?: string): readonly number[] {
    const ends = this.#ends.filter((end) => end >= position && end <= this.durableHead);
    if (type === undefined) return ends;
    const last = new Set(this.events.filter((event) => event.type === type).map((event) => event.position));
    return ends.filter((end) => last.has(end));
  }

  /** Position of the last event on the disk. */
  get durableHead(): number {
    return this.events.at(-1)?.position ?? 0;
  }

  async append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<AppendResult> {
    const result = await this.appendEarly(stream, expected, events);
    await this.#write();
    return result;
  }

  /** What is appended gets to the disk later, where there is one. */
  async appendEarly(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<AppendResult> {
    const result = await this.#store.append(stream, expected, events);
    if (result.position > this.#last) {
      this.#last = result.position;
      // What is recorded of webhooks says nothing of money.
      if (!stream.startsWith('webhook')) this.#ends.push(result.position);
      const stored = await this.#store.read(stream, { from: result.revision - events.length + 1 });
      for (const event of stored) {
        this.#unwritten.push(event);
        this.#world.note(`  ${stream}@${event.revision} ${event.type}`, event.data);
      }
      if (!this.#world.isOneProcess) await this.#write();
      else if (this.#isWriting === null) void this.#writeSoon();
    }
    return result;
  }

  durable(position = Infinity): Promise<void> {
    const wanted = Math.min(position, this.#last);
    if (this.durableHead >= wanted) return Promise.resolve();
    return this.#world.scheduler.turn(null, () => this.durableHead >= wanted);
  }

  /** The same for one stream. */
  async durableStream(stream: string): Promise<void> {
    if (this.#unwritten.some((event) => event.stream === stream)) await this.durable();
  }

  /** Everything that is not on the disk is gone. */
  async losePower(): Promise<void> {
    this.#world.note(`power fails: ${this.#unwritten.length} events are lost`);
    this.#store = await this.#again();
  }

  /** A copy that has the events up to a position takes its place. */
  async restore(position: number): Promise<void> {
    this.place += 1;
    const lost = this.events.splice(this.events.findLastIndex((event) => event.position <= position) + 1);
    this.#world.note(`the store is restored: ${lost.length} events are lost`);
    this.#store = await this.#again();
    this.#disk = this.#world.isOneProcess ? await this.#again() : this.#store;
  }

  async #again(): Promise<MemoryEventStore> {
    this.#isWriting = null;
    this.#unwritten = [];
    this.#last = this.durableHead;
    this.#ends = this.#ends.filter((end) => end <= this.#last);
    const store = new MemoryEventStore();
    for (const event of this.events) await store.append(event.stream, 'any', [event]);
    return store;
  }

  read(stream: string, options?: ReadOptions): Promise<readonly RecordedEvent[]> {
    return this.#disk.read(stream, options);
  }

  subscribe(options: SubscribeOptions): AsyncIterable<EventBatch> {
    return (options.beforeFlush === true ? this.#store : this.#disk).subscribe(options);
  }

  head(): Promise<number> {
    return this.#disk.head();
  }

  saveSnapshot(stream: string, snapshot: Snapshot): Promise<void> {
    return this.#store.saveSnapshot(stream, snapshot);
  }

  loadSnapshot(stream: string): Promise<Snapshot | undefined> {
    return this.#store.loadSnapshot(stream);
  }

  async close(): Promise<void> {
    await this.#store.close();
    await this.#disk.close();
  }

  async #writeSoon(): Promise<void> {
    const writing = {};
    this.#isWriting = writing;
    await this.#world.delay(null);
    if (this.#isWriting !== writing) return;
    this.#isWriting = null;
    await this.#write();
  }

  async #write(): Promise<void> {
    const written = this.#unwritten;
    this.#unwritten = [];
    for (const event of written) {
      if (this.#disk !== this.#store) await this.#disk.append(event.stream, 'any', [event]);
      this.events.push(event);
      this.#appended(event);
    }
  }
}

class StoreOfProcess implements EventStore {
  readonly writing = new WritingState();
  /** Streams that it has looked for. */
  readonly #known = new Set<string>();

  constructor(
    private readonly shared: SimulatedStore,
    private readonly world: World,
    private readonly process: Process,
  ) {}

  async append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
    options?: AppendOptions,
  ): Promise<AppendResult> {
    const { random, faults, scheduler } = this.world;
    await this.world.delay(this.process);
    const isLost = random.chance(faults.append);
    if (isLost && random.chance(0.5)) throw new Error('the store is out of reach');
    const result = await this.shared.appendEarly(this.#own(stream), expected, this.#changed(stream, events));
    if (options?.beforeFlush !== true) await this.shared.durable(result.position);
    if (isLost) throw new Error('the answer of the store is lost');
    if (random.chance(0.5)) await scheduler.turn(this.process);
    return result;
  }

  /** Without protocol rule 28 nobody waits for the disk. */
  async durable(position?: number): Promise<void> {
    if (this.world.isOff('28')) return;
    await this.shared.durable(position);
    if (this.world.isOneProcess) await this.world.scheduler.turn(this.process);
  }

  async read(stream: string, options?: ReadOptions): Promise<readonly RecordedEvent[]> {
    if (this.world.random.chance(0.5)) await this.world.scheduler.turn(this.process);
    // Without protocol rule 5 nobody looks whether the stream has moved.
    const isLook = (options?.from ?? 0) > 0 && !stream.startsWith('submission-');
    if (isLook && this.world.isOff('5')) return [];
    if (this.#isUnknown(stream, options)) return [];
    if (options?.flushedOnly !== true) await this.shared.durableStream(this.#own(stream));
    return this.shared.read(this.#own(stream), options);
  }

  async *subscribe(options: SubscribeOptions): AsyncIterable<EventBatch> {
    const batchSize = 1 + this.world.random.below(BATCH_MAX);
    // Who comes first is the scheduler's to say, which knows nothing of turns of the event loop.
    for await (const batch of this.shared.subscribe({ ...options, batchSize, givesWay: false })) {
      await this.world.scheduler.turn(this.process);
      yield batch;
    }
  }

  /** Without protocol rule 38 a store does not say where it lies. */
  identity(): Promise<StoreIdentity> {
    return Promise.resolve(this.world.isOff('38') ? {} : { created: `${this.shared.place}` });
  }

  async head(): Promise<number> {
    await this.shared.durable();
    return this.shared.head();
  }

  saveSnapshot(stream: string, snapshot: Snapshot): Promise<void> {
    return this.shared.saveSnapshot(stream, snapshot);
  }

  loadSnapshot(stream: string): Promise<Snapshot | undefined> {
    return this.shared.loadSnapshot(stream);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  /** Without protocol rule 7 whoever has not heard of a payment takes it for one that does not exist. */
  #isUnknown(stream: string, options: ReadOptions | undefined): boolean {
    if (!this.world.isOff('7') || (options?.from ?? 0) > 0 || !stream.startsWith('payment-')) return false;
    const isUnknown = !this.#known.has(stream);
    this.#known.add(stream);
    return isUnknown;
  }

  /** Without protocol rule 14 each process has senders of its own. */
  #own(stream: string): string {
    return this.#isOwn(stream) ? `${stream}~${this.process.place}` : stream;
  }

  #isOwn(stream: string): boolean {
    return this.world.isOff('14') && stream.startsWith('submission-') && !stream.includes('~');
  }

  #changed(stream: string, events: readonly NewEvent[]): readonly NewEvent[] {
    if (this.world.isOff('1')) return events.map((event, index) => withoutContent(stream, event, index, events));
    if (this.#isOwn(stream)) return events.map((event) => ({ ...event, id: `${event.id}~${this.process.place}` }));
    if (this.world.isOff('4')) return events.map(forgettable);
    if (this.world.isOff('10')) return events.map((event) => this.#forFirstWaiters(stream, event));
    return events;
  }

  /** Without protocol rule 10 a review's decision is for those who have begun it. */
  #forFirstWaiters(stream: string, event: NewEvent): NewEvent {
    if (event.type !== 'ReviewDecided') return event;
    const begun = this.shared.events.filter(({ type }) => type === 'ScreeningRequested' || type === 'ScreeningJoined');
    const first = begun
      .filter((each) => each.stream === stream)
      .map(({ data }) => (data as { readonly waiter: { readonly id: string } }).waiter.id);
    const data = event.data as { readonly waiters: readonly { readonly id: string }[] };
    return { ...event, data: { ...data, waiters: data.waiters.filter(({ id }) => first.includes(id)) } };
  }
}

/** Without protocol rule 1 an event's id does not tell what it says. */
function withoutContent(stream: string, event: NewEvent, index: number, events: readonly NewEvent[]): NewEvent {
  const { commandId } = event.metadata;
  const place = events.slice(0, index).filter(({ metadata }) => metadata.commandId === commandId).length;
  return { ...event, id: eventId(stream, commandId, place, '', '') };
}

/** Without protocol rule 4 nobody knows the command of an event. */
function forgettable(event: NewEvent): NewEvent {
  return { ...event, metadata: { ...event.metadata, commandId: event.id } };
}
