import { topicOf } from '@stablecoin/contracts';
import type { Message, ServiceName } from '@stablecoin/contracts';
import { isPermanent } from '@stablecoin/messaging';
import type { Process } from './process';
import type { World } from './world';
import { BLOCK_MS } from './world';

export type Handlers = ReadonlyMap<string, (message: Message) => Promise<unknown>>;

/** A log of messages in order, and how far its consumer has come. */
interface Partition {
  readonly topic: string;
  readonly consumer: ServiceName;
  readonly log: Message[];
  owner: Process | null;
  /** Grows whenever it is assigned: whoever has it from an earlier one has lost it. */
  generation: number;
  next: number;
  committed: number;
}

const PARTITIONS = 2;
const BATCH_MAX = 3;
/** For how long a message is set aside at most. */
const ASIDE_BLOCKS_MAX = 12;

/**
 * A broker: topics of two partitions, one group per service, at least once, in order per key. Its consumers take a
 * batch side by side and commit when all of it is done; what failed is tried again, by key, while the rest goes on.
 */
export class SimulatedBus {
  /** Messages that could not be handled, with why: there must be none. */
  readonly deadLetters: string[] = [];
  readonly #world: World;
  readonly #partitions = new Map<string, Partition>();
  readonly #consumers = new Map<string, Set<ServiceName>>();
  /** What each instance of the gateway has yet to hear: all of them hear everything that comes while they run. */
  readonly #listening = new Map<Process, { readonly handlers: Handlers; readonly log: Message[] }>();
  /** For runs without protocol rule 23: the last sequence that a service has seen of an object. */
  readonly #lastSequence = new Map<string, number>();
  /** For runs without protocol rule 9: the events of an object that a relay has published. */
  readonly #counts = new Map<Process, Map<string, number>>();
  #taken = 0;
  readonly #objectOf: (message: Message) => string;

  /** @param objectOf - whose sequence a public event counts */
  constructor(world: World, objectOf: (message: Message) => string) {
    this.#world = world;
    this.#objectOf = objectOf;
  }

  /** Has a process consume: its service's share of every topic, or everything when it listens for itself. */
  attach(process: Process, handlers: Handlers): void {
    if (process.service === 'gateway') {
      const listening = { handlers, log: [] };
      this.#listening.set(process, listening);
      void this.#listen(process, listening);
      return;
    }
    for (const type of handlers.keys()) {
      const consumers = this.#consumers.get(type) ?? new Set();
      this.#consumers.set(type, consumers.add(process.service));
    }
    const topics = new Set([...handlers.keys()].map(topicOf));
    for (const topic of topics) {
      for (let place = 0; place < PARTITIONS; place++) {
        const partition = this.#partition(topic, process.service, place);
        const isFree = partition.owner?.runs !== true;
        if (isFree || this.#world.random.chance(0.5)) assign(partition, process);
        void this.#consume(process, partition, handlers);
      }
    }
  }

  /** Resolves when the broker has taken the messages. */
  async publish(process: Process, messages: readonly Message[]): Promise<void> {
    const { random, scheduler, faults } = this.#world;
    for (const each of messages) {
      const message = this.#world.isOff('9') ? this.#counted(process, each) : each;
      if (this.#world.isOff('21')) {
        void scheduler.turn(null).then(() => this.push(message));
        continue;
      }
      await this.#world.delay(process);
      const isLost = random.chance(faults.publish);
      if (isLost && random.chance(0.5)) throw new Error('the broker is out of reach');
      const isHandled = this.push(message);
      // A bus that lasts no longer than its process has taken a message when that has been handled.
      if (this.#world.isOneProcess) await scheduler.turn(process, isHandled);
      if (isLost) throw new Error('the answer of the broker is lost');
    }
  }

  /**
   * Takes a message. One that asks for funds may be set aside first, as dead letters are, and redelivered.
   *
   * @returns whether it has been handled
   */
  push(message: Message): () => boolean {
    const { random, faults, isOneProcess } = this.#world;
    if (!message.type.endsWith('.ReserveFunds') || isOneProcess || !random.chance(faults.aside)) {
      return this.#append(message);
    }
    this.#world.note(`bus: ${message.type} ${message.key} is set aside`);
    void this.#world.pause(null, (1 + random.below(ASIDE_BLOCKS_MAX)) * BLOCK_MS).then(() => this.#append(message));
    return () => true;
  }

  /** Puts a message into the log of everybody who takes it. */
  #append(message: Message): () => boolean {
    this.#world.note(`bus: ${message.type} ${message.key}`, message.data);
    const taken = [...(this.#consumers.get(message.type) ?? [])].map((consumer) => {
      const partition = this.#partition(topicOf(message.type), consumer, placeOf(message.key));
      return { partition, end: partition.log.push(message) };
    });
    for (const [process, { handlers, log }] of this.#listening) {
      if (process.alive && handlers.has(message.type)) log.push(message);
    }
    return () => taken.every(({ partition, end }) => partition.committed >= end);
  }

  /** Nothing of it is on a disk, where it is in the process of its consumers. */
  losePower(): void {
    for (const partition of this.#partitions.values()) {
      partition.log.length = 0;
      partition.committed = 0;
      partition.next = 0;
      partition.owner = null;
      partition.generation++;
    }
  }

  /** Gives the partitions of a process that no longer answers to the other one of its service. */
  takeFrom(process: Process, other: Process | undefined): void {
    this.#listening.delete(process);
    for (const partition of this.#partitions.values()) {
      if (partition.owner === process && other !== undefined) assign(partition, other);
    }
  }

  /** Moves some partition, for no reason. */
  rebalance(runningOf: (service: ServiceName) => readonly Process[]): void {
    const partitions = [...this.#partitions.values()];
    const partition = partitions[this.#world.random.below(partitions.length)];
    if (partition === undefined) return;
    const other = runningOf(partition.consumer).find((process) => process !== partition.owner);
    if (other === undefined) return;
    this.#world.note(`${other.name} takes over ${partition.topic}`);
    assign(partition, other);
  }

  /** An old producer sends a command once more, however long it is handled. */
  repeatSomething(): void {
    const { random } = this.#world;
    const commands = [...this.#partitions.values()].filter(
      ({ topic, log }) => topic.includes('commands') && log.length,
    );
    const log = commands[random.below(commands.length)]?.log;
    const message = log?.[random.below(log.length)];
    if (message !== undefined) log?.push(message);
  }

  /** Whether everything was consumed. */
  get isEmpty(): boolean {
    return [...this.#partitions.values()].every(({ committed, log }) => committed === log.length);
  }

  #partition(topic: string, consumer: ServiceName, place: number): Partition {
    const name = `${topic}.${consumer}.${place}`;
    const known = this.#partitions.get(name);
    if (known !== undefined) return known;
    const partition = { topic, consumer, log: [], owner: null, generation: 0, next: 0, committed: 0 };
    this.#partitions.set(name, partition);
    return partition;
  }

  /** Protocol rule 24: begins at the committed offset, and commits nothing of a partition that it has lost. */
  async #consume(process: Process, partition: Partition, handlers: Handlers): Promise<void> {
    const { random, scheduler } = this.#world;
    for (;;) {
      await scheduler.turn(process, () => partition.owner === process && partition.next < partition.log.length);
      const { generation, next } = partition;
      const batch = partition.log.slice(next, next + 1 + random.below(BATCH_MAX));
      partition.next += batch.length;
      const keys = new Set(batch.map(({ key }) => key));
      const each = (key: string): readonly Message[] => batch.filter((message) => message.key === key);
      await Promise.all([...keys].map((key) => this.#handleInOrder(process, each(key), handlers)));
      if (partition.generation === generation || this.#world.isOff('24')) partition.committed += batch.length;
    }
  }

  async #listen(process: Process, { handlers, log }: { readonly handlers: Handlers; readonly log: Message[] }) {
    for (;;) {
      await this.#world.scheduler.turn(process, () => log.length > 0);
      const message = log.shift();
      if (message !== undefined) await this.#handleInOrder(process, [message], handlers);
    }
  }

  /** Messages of one key: they begin in order, side by side, and those that failed come back in order. */
  async #handleInOrder(process: Process, messages: readonly Message[], handlers: Handlers): Promise<void> {
    const { random, faults } = this.#world;
    let left = messages;
    for (;;) {
      if (!random.chance(faults.handle)) {
        const done = await Promise.all(left.map((message) => this.#handle(process, message, handlers)));
        left = left.filter((_message, place) => done[place] !== true);
      }
      if (left.length === 0) return;
      await this.#world.pause(process, BLOCK_MS);
    }
  }

  /** @returns whether it is done with, for better or worse */
  async #handle(process: Process, message: Message, handlers: Handlers): Promise<boolean> {
    const handler = handlers.get(message.type);
    if (handler === undefined) return true;
    if (this.#world.isOff('23') && this.#isOld(process.service, message)) return true;
    try {
      await handler(this.#asTaken(message));
    } catch (error) {
      const cause = String(error);
      this.#world.note(`${process.name} could not handle ${message.type} ${message.key}: ${cause}`);
      if (!isPermanent(error)) return false;
      this.deadLetters.push(`${message.type} ${message.key}: ${cause}`);
    }
    if (this.#world.isOff('23')) this.#remember(process.service, message);
    return true;
  }

  #asTaken(message: Message): Message {
    return this.#world.isOff('2') ? { ...message, id: `${message.id} ${++this.#taken}` } : message;
  }

  /** Without protocol rule 9 a relay knows more than its event: how many of an object's it has seen. */
  #counted(process: Process, message: Message): Message {
    if (message.sequence === undefined) return message;
    const object = this.#objectOf(message);
    const counts = this.#counts.get(process) ?? new Map<string, number>();
    const sequence = (counts.get(object) ?? -1) + 1;
    this.#counts.set(process, counts.set(object, sequence));
    return { ...message, sequence };
  }

  #isOld(service: ServiceName, message: Message): boolean {
    const { sequence } = message;
    return sequence !== undefined && sequence < (this.#lastSequence.get(this.#object(service, message)) ?? -1);
  }

  #remember(service: ServiceName, message: Message): void {
    const object = this.#object(service, message);
    const last = this.#lastSequence.get(object) ?? -1;
    if (message.sequence !== undefined) this.#lastSequence.set(object, Math.max(last, message.sequence));
  }

  #object(service: ServiceName, message: Message): string {
    return `${service} ${message.type} ${this.#objectOf(message)}`;
  }
}

function assign(partition: Partition, process: Process): void {
  partition.owner = process;
  partition.generation++;
  partition.next = partition.committed;
}

function placeOf(key: string): number {
  let digest = 0;
  for (let i = 0; i < key.length; i++) digest = (Math.imul(digest, 31) + key.charCodeAt(i)) | 0;
  return (digest >>> 4) % PARTITIONS;
}
