import { topicOf, retryOf } from '@stablecoin/contracts';
import type { Message, ServiceName } from '@stablecoin/contracts';
import { MemoryDeadLetters, deadLetterId, durableDeadLetters, redrive } from '@stablecoin/messaging';
import type { DeadLetters } from '@stablecoin/messaging';
import { InOrder } from '../../libs/messaging/src/in-order';
import { PartitionProgress } from '../../libs/messaging/src/kafka/partition-progress';
import type { Process } from './process';
import type { World } from './world';
import { BLOCK_MS } from './world';

export type Handlers = ReadonlyMap<string, (message: Message) => Promise<unknown>>;

/** What an instance consumes with. */
interface Consumption {
  readonly handlers: Handlers;
  readonly inOrder: ReadonlySet<string>;
  readonly turns: InOrder;
  /** The back-off that a key is in: whatever fails meanwhile comes back at its end. */
  readonly backOffs: Map<string, Promise<void>>;
}

/** A log of messages in order, and how far its consumer has come. */
interface Partition {
  readonly topic: string;
  readonly consumer: ServiceName;
  readonly log: Message[];
  owner: Process | null;
  /** Grows whenever it is assigned: whoever has it from an earlier one has lost it. */
  generation: number;
  progress: PartitionProgress;
  committed: number;
}

/** What a generation adds to the numbers of its events is a multiple of this, and an object has fewer events. */
const OF_GENERATION = 10 ** 6;

const PARTITIONS = 2;
const BATCH_MAX = 3;
/** That a person drives a dead letter again within a block. */
const REDRIVE_CHANCE = 0.3;
/** For how long a message is set aside at most. */
const ASIDE_BLOCKS_MAX = 12;

/**
 * A broker: topics of two partitions, one group per service, at least once. Its consumers start what comes in order and
 * read on; what failed is tried again, by key, while the rest goes on, and they commit up to the first that is not done.
 */
export class SimulatedBus {
  /** Messages that could not be handled, with why: there must be none. */
  readonly deadLetters: string[] = [];
  /** Where everything is one process: dead letters on its disk, by their ids, and whoever drives one again. */
  readonly #letters = new MemoryDeadLetters();
  readonly #onDisk = new Map<string, Process | null>();
  readonly #consumptions = new Map<Process, Consumption>();
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
  #restores = 0;
  readonly #objectOf: (message: Message) => string;
  readonly #durable: (process: Process) => Promise<void>;

  /**
   * @param objectOf - whose sequence a public event counts
   * @param durable - resolves when everything that was appended is on the disk, if the process runs by then
   */
  constructor(world: World, objectOf: (message: Message) => string, durable: (process: Process) => Promise<void>) {
    this.#world = world;
    this.#objectOf = objectOf;
    this.#durable = durable;
  }

  /** Has a process consume: its service's share of every topic, or everything when it listens for itself. */
  attach(process: Process, handlers: Handlers, inOrder: ReadonlySet<string> = new Set()): void {
    const consumption = { handlers, inOrder, turns: new InOrder(), backOffs: new Map<string, Promise<void>>() };
    this.#consumptions.set(process, consumption);
    if (process.service === 'gateway') {
      const listening = { handlers, log: [] };
      this.#listening.set(process, listening);
      void this.#listen(process, listening, consumption);
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
        void this.#consume(process, partition, consumption);
      }
    }
  }

  /** Resolves when the broker has taken the messages. */
  async publish(process: Process, messages: readonly Message[]): Promise<void> {
    const { random, scheduler, faults } = this.#world;
    for (const each of messages) {
      const message = this.#world.isOff('9') ? this.#counted(process, each) : this.#numbered(each);
      if (this.#world.isOff('21')) {
        void scheduler.turn(null).then(() => this.push(message));
        continue;
      }
      await this.#world.delay(process);
      const isLost = random.chance(faults.publish);
      if (isLost && random.chance(0.5)) throw new Error('the broker is out of reach');
      if (this.#world.isOneProcess && asksForFunds(message) && random.chance(faults.aside)) {
        await this.#giveUp(process, message);
        continue;
      }
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
    if (!asksForFunds(message) || isOneProcess || !random.chance(faults.aside)) {
      return this.#append(message);
    }
    this.#world.note(`bus: ${message.type} ${message.key} is set aside`);
    const restores = this.#restores;
    void this.#world.pause(null, (1 + random.below(ASIDE_BLOCKS_MAX)) * BLOCK_MS).then(() => {
      if (restores === this.#restores) this.#append(message);
    });
    return () => true;
  }

  /** Gives a message up for whoever takes it. */
  async #giveUp(process: Process, message: Message): Promise<void> {
    for (const consumer of this.#consumers.get(message.type) ?? []) {
      const place = { consumer, topic: topicOf(message.type), message };
      await this.#lettersOf(process).add({ ...place, cause: 'of the simulation', attempts: 8, failedAt: 0 });
      this.#world.note(`bus: ${message.type} ${message.key} becomes a dead letter`);
    }
  }

  async #redeliver(process: Process, message: Message): Promise<'handled'> {
    await this.#consumptions.get(process)?.handlers.get(message.type)?.(message);
    await this.#world.scheduler.turn(process);
    return 'handled';
  }

  /** The dead letters as a process has them, which ends with its power; what is on the disk stays. */
  #lettersOf(process: Process): DeadLetters {
    const add: DeadLetters['add'] = (letter) => {
      this.#onDisk.set(deadLetterId(letter), null);
      return this.#letters.add(letter);
    };
    const remove: DeadLetters['remove'] = (id) => {
      this.#world.note(`the dead letter ${id} is removed`);
      this.#onDisk.delete(id);
      return this.#letters.remove(id);
    };
    const get: DeadLetters['get'] = (id) => this.#letters.get(id);
    const list: DeadLetters['list'] = (options) => this.#letters.list(options);
    const letters = durableDeadLetters({ add, remove, get, list, count: () => this.#letters.count() }, () =>
      this.#durable(process),
    );
    return this.#world.isOff('28-letters') ? { ...letters, remove } : letters;
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
      partition.progress = new PartitionProgress(0);
      partition.owner = null;
      partition.generation++;
    }
  }

  /** The topics are made again after a restore, and dead letters are of the lost interval. */
  async restored(): Promise<void> {
    this.#restores += 1;
    this.losePower();
    this.#listening.clear();
    this.#consumptions.clear();
    for (const id of this.#onDisk.keys()) await this.#letters.remove(id);
    this.#onDisk.clear();
    this.#lastSequence.clear();
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

  /** A person drives dead letters again, at whatever runs; a letter that stays is driven again another time. */
  redriveSomething(): void {
    const { random, isFaulty } = this.#world;
    for (const [id, redriver] of this.#onDisk) {
      const process = [...this.#consumptions.keys()].find((each) => each.runs && id.startsWith(`${each.service}/`));
      if (redriver?.alive === true || process === undefined || (isFaulty && !random.chance(REDRIVE_CHANCE))) continue;
      this.#onDisk.set(id, process);
      this.#world.note(`${process.name} is given the dead letter ${id}`);
      redrive(this.#lettersOf(process), { redeliver: (_, message) => this.#redeliver(process, message) }, id).catch(
        () => this.#onDisk.set(id, null),
      );
    }
  }

  /** Whether everything was consumed. */
  get isEmpty(): boolean {
    if (this.#onDisk.size > 0) return false;
    return [...this.#partitions.values()].every(({ committed, log }) => committed === log.length);
  }

  #partition(topic: string, consumer: ServiceName, place: number): Partition {
    const name = `${topic}.${consumer}.${place}`;
    const known = this.#partitions.get(name);
    if (known !== undefined) return known;
    const start = { progress: new PartitionProgress(0), committed: 0 };
    const partition: Partition = { topic, consumer, log: [], owner: null, generation: 0, ...start };
    this.#partitions.set(name, partition);
    return partition;
  }

  /** Protocol rule 24: begins at the committed offset, and commits nothing of a partition that it has lost. */
  async #consume(process: Process, partition: Partition, consumption: Consumption): Promise<void> {
    const { random, scheduler } = this.#world;
    for (;;) {
      await scheduler.turn(
        process,
        () => partition.owner === process && partition.progress.next < partition.log.length,
      );
      const { generation, progress } = partition;
      for (const message of partition.log.slice(progress.next, progress.next + 1 + random.below(BATCH_MAX))) {
        const handled = progress.take(progress.next);
        void this.#deliver(process, message, consumption).then(() => {
          handled();
          const done = progress.handled;
          if (partition.generation === generation) partition.committed = done;
          else if (this.#world.isOff('24')) partition.committed++;
        });
      }
    }
  }

  async #listen(process: Process, { log }: { readonly log: Message[] }, consumption: Consumption): Promise<void> {
    for (;;) {
      await this.#world.scheduler.turn(process, () => log.length > 0);
      const message = log.shift();
      if (message !== undefined) await this.#deliver(process, message, consumption);
    }
  }

  /** Protocol rule 22: one that is taken in order waits for those of its key before it. */
  #deliver(process: Process, message: Message, consumption: Consumption): Promise<void> {
    const deliver = (): Promise<void> => this.#handleUntilDone(process, message, consumption);
    return consumption.inOrder.has(message.type) ? consumption.turns.run(message.key, deliver) : deliver();
  }

  /** Messages of one key that failed together come back together, in order. */
  async #handleUntilDone(process: Process, message: Message, consumption: Consumption): Promise<void> {
    const { random, faults } = this.#world;
    const { handlers, backOffs } = consumption;
    for (;;) {
      if (!random.chance(faults.handle) && (await this.#handle(process, message, handlers))) return;
      let backOff = backOffs.get(message.key);
      if (backOff === undefined) {
        backOff = this.#world.pause(process, BLOCK_MS).finally(() => backOffs.delete(message.key));
        backOffs.set(message.key, backOff);
      }
      await backOff;
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
      if (retryOf(error) !== 'never') return false;
      this.deadLetters.push(`${message.type} ${message.key}: ${cause}`);
    }
    if (this.#world.isOff('23')) this.#remember(process.service, message);
    return true;
  }

  /** Without protocol rule 41 the numbers of a restored store are those of the lost interval. */
  #numbered(message: Message): Message {
    const { sequence } = message;
    return sequence === undefined || !this.#world.isOff('41')
      ? message
      : { ...message, sequence: sequence % OF_GENERATION };
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

function asksForFunds({ type }: Message): boolean {
  return type.endsWith('.ReserveFunds');
}

function assign(partition: Partition, process: Process): void {
  partition.owner = process;
  partition.generation++;
  partition.progress = new PartitionProgress(partition.committed);
}

function placeOf(key: string): number {
  let digest = 0;
  for (let i = 0; i < key.length; i++) digest = (Math.imul(digest, 31) + key.charCodeAt(i)) | 0;
  return (digest >>> 4) % PARTITIONS;
}
