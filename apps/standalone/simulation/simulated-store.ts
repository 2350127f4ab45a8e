import { MemoryEventStore } from '@stablecoin/event-sourcing';
import type {
  AppendResult,
  EventBatch,
  EventStore,
  ExpectedRevision,
  NewEvent,
  ReadOptions,
  RecordedEvent,
  Snapshot,
  SubscribeOptions,
} from '@stablecoin/event-sourcing';
import type { Process } from './process';
import type { World } from './world';

/** Events in a batch at most: small, so that much can happen between two. */
const BATCH_MAX = 4;

/** The one event store: the in-memory adapter, behind a network that loses answers. */
export class SimulatedStore {
  /** Without network and faults, for who looks on from outside. */
  readonly direct = new MemoryEventStore();
  /** Every event, in the order of the store. */
  readonly events: RecordedEvent[] = [];
  readonly #world: World;
  readonly #appended: (event: RecordedEvent) => void;

  /** @param appended - is told of every new event, once */
  constructor(world: World, appended: (event: RecordedEvent) => void) {
    this.#world = world;
    this.#appended = appended;
  }

  /** The store as a process has it. */
  for(process: Process): EventStore {
    return new StoreOfProcess(this, this.#world, process);
  }

  async append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<AppendResult> {
    const result = await this.direct.append(stream, expected, events);
    const known = this.events.at(-1)?.position ?? 0;
    if (result.position > known) {
      const stored = await this.direct.read(stream, { from: result.revision - events.length + 1 });
      for (const event of stored) {
        this.events.push(event);
        this.#world.note(`  ${stream}@${event.revision} ${event.type} ${brief(event.data)}`);
        this.#appended(event);
      }
    }
    return result;
  }
}

class StoreOfProcess implements EventStore {
  constructor(
    private readonly shared: SimulatedStore,
    private readonly world: World,
    private readonly process: Process,
  ) {}

  async append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<AppendResult> {
    const { random, faults, scheduler } = this.world;
    await this.world.delay(this.process);
    const isLost = random.chance(faults.append);
    if (isLost && random.chance(0.5)) throw new Error('the store is out of reach');
    const result = await this.shared.append(stream, expected, events);
    if (isLost) throw new Error('the answer of the store is lost');
    if (random.chance(0.5)) await scheduler.turn(this.process);
    return result;
  }

  async read(stream: string, options?: ReadOptions): Promise<readonly RecordedEvent[]> {
    if (this.world.random.chance(0.5)) await this.world.scheduler.turn(this.process);
    return this.shared.direct.read(stream, options);
  }

  async *subscribe(options: SubscribeOptions): AsyncIterable<EventBatch> {
    const batchSize = 1 + this.world.random.below(BATCH_MAX);
    for await (const batch of this.shared.direct.subscribe({ ...options, batchSize })) {
      await this.world.scheduler.turn(this.process);
      yield batch;
    }
  }

  head(): Promise<number> {
    return this.shared.direct.head();
  }

  saveSnapshot(stream: string, snapshot: Snapshot): Promise<void> {
    return this.shared.direct.saveSnapshot(stream, snapshot);
  }

  loadSnapshot(stream: string): Promise<Snapshot | undefined> {
    return this.shared.direct.loadSnapshot(stream);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

function brief(data: unknown): string {
  return JSON.stringify(data).slice(0, 200);
}
