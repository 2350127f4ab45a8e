import { acceptGeneration, beginGeneration, generationsOf } from '@stablecoin/stores';
import type { Generation } from '@stablecoin/stores';
import { openGeneration, restoredGeneration } from '@stablecoin/host';
import type { Runtime } from '@stablecoin/host';
import { acceptRestore } from '../../apps/standalone/src/tools/backup/accept-restore';
import { cancelHeld, heldPayments, resumeHeld } from '../../apps/standalone/src/tools/backup/inherited-payments';
import type { RestoredStore } from '../../apps/standalone/src/tools/backup/restored-store';
import { updateReadModels } from '../../apps/standalone/src/tools/read-models';
import type { Audit } from './audit';
import type { Clients } from './clients';
import type { Cluster } from './cluster';
import { LIVE_CONFIGURATION } from './configuration';
import type { Databases } from './databases';
import { Process } from './process';
import { nextTurn } from './scheduler';
import type { SimulatedBus } from './simulated-bus';
import type { SimulatedStore } from './simulated-store';
import { BLOCK_MS } from './world';
import type { World } from './world';

/** An operator tries to accept as often as this, and waits longer once that has failed some times. */
const TRIES_MAX = 60;
const SHORT_TRIES = 12;
const LONG_WAIT_BLOCKS = 120;
/** Clocks of the old service are ahead by so much at most, as its last line of the log may be. */
const AHEAD_MS = 4 * BLOCK_MS;

/** An order whose payment is still to come, and what releases one that was held: a copy rarely ends with either. */
const EDGES = ['RequestAccepted', 'RequestConfirmed'];
/** The same where a person reviews every payment: one that waits for that outlives a restore, and its screening does not. */
const EDGES_OF_REVIEWED = ['PaymentInReview', 'RequestConfirmed'];

/** The run whose store is restored. */
interface Restorable {
  readonly audit: Audit;
  readonly bus: SimulatedBus;
  readonly clients: Clients;
  readonly cluster: Cluster;
  readonly databases: Databases;
  readonly store: SimulatedStore;
  readonly world: World;
  /** Lets time pass, so many blocks. */
  advance(blocks?: number): Promise<void>;
  /** Runs what is done from outside, until it has ended. */
  drive<T>(work: Promise<T>): Promise<T>;
  runtimeOf(process: Process): Runtime;
}

/** An operator who restores the store, accepts it, and asks about what is held, with the functions of `npm run restore`. */
export class Operator {
  readonly #simulation: Restorable;
  /** What is stored up to here was there before the first request. */
  #opened = 0;
  /** The time of the last restore; null: none yet. */
  restoredAt: number | null = null;
  /** When the last event of the copy was stored, by a clock that is right; null: nothing was restored yet. */
  since: number | null = null;
  readonly #storedAt = new Map<number, number>();

  constructor(simulation: Restorable) {
    this.#simulation = simulation;
  }

  /** The generation that services may run on, as each of them looks for it at its start. */
  async start(): Promise<Generation | null> {
    const { world, store } = this.#simulation;
    if (world.violation !== null) return null;
    const opened = openGeneration(LIVE_CONFIGURATION, store.for(this.#tool()), world.now);
    const generation = await this.#simulation.drive(opened);
    if (this.restoredAt === null) this.#opened = store.durableHead;
    return generation;
  }

  /** An event is stored. */
  appended({ position }: { readonly position: number }): void {
    this.#storedAt.set(position, this.#simulation.world.now);
  }

  /** What is there now is never lost. */
  opened(): void {
    this.#opened = this.#simulation.store.durableHead;
  }

  /**
   * Everything ends; a copy that is older, at a random moment, takes the place of the store; and it is accepted once nothing
   * old can take effect any more. Chains, clients and endpoints know what it does not.
   *
   * @returns the generation that begins
   */
  async restore(): Promise<Generation | null> {
    const { world, store, bus, cluster, clients, audit, databases } = this.#simulation;
    const { random, faults } = world;
    cluster.stop();
    // Whoever has had the last turn comes as far as it can.
    await nextTurn();
    const ended = world.now + AHEAD_MS;
    const types = world.isReviewed ? EDGES_OF_REVIEWED : EDGES;
    const edges = types.map((type) => store.backupsAfter(this.#opened, type)).filter(({ length }) => length > 0);
    const isEdge = random.chance(faults.edge);
    // A confirmation, as soon as there is one.
    const place = world.isReviewed ? edges.length - 1 : isEdge ? random.below(edges.length) : 0;
    const edge = isEdge ? edges[place] : undefined;
    const boundaries = edge ?? store.backupsAfter(this.#opened);
    await store.restore(boundaries[random.below(boundaries.length)] ?? this.#opened);
    await bus.restored();
    await databases.empty();
    audit.restored(store.events);
    clients.restored();
    this.restoredAt = world.now;
    this.since = this.#storedAt.get(store.events.at(-1)?.position ?? 0) ?? world.now;
    // A copy, or a replica that is promoted, has nobody who says that it is one.
    if (!world.isOff('38') && random.chance(0.5)) {
      const since = store.events.at(-1)?.metadata.at ?? world.now;
      await beginGeneration(store, { since }, world.now);
    }
    await this.#accept(ended);
    return this.start();
  }

  /** Payments that are held. */
  async held(): Promise<readonly string[]> {
    const restored = await this.#restoredStore();
    if (restored === null) return [];
    return (await this.#simulation.drive(heldPayments(restored))).map(({ id }) => id);
  }

  /** Asks the clients about payments that are held: those that are wanted continue. The service is stopped. */
  async decideHeld(): Promise<void> {
    const { audit, clients, world } = this.#simulation;
    const restored = await this.#restoredStore();
    if (restored === null) return;
    for (const id of await this.held()) {
      const payment = audit.payments.get(id);
      const isWanted = payment !== undefined && clients.wants(payment);
      world.note(`the operator ${isWanted ? 'resumes' : 'cancels'} ${id}`);
      await this.#repeat(() => this.#simulation.drive((isWanted ? resumeHeld : cancelHeld)(restored, [id])));
    }
  }

  async #accept(ended: number): Promise<void> {
    const { world } = this.#simulation;
    const output = { write: (line: string) => world.note(`the operator reads: ${line.trim()}`) };
    await this.#repeat(async () => {
      const restored = await this.#restoredStore();
      // Nobody has noticed that it is another store.
      if (restored === null) return;
      if (await this.#isAcceptedBefore()) {
        await acceptGeneration(this.#simulation.store, restored.generation.name, world.now);
        return;
      }
      await this.#simulation.drive(updateReadModels(restored.runtime));
      const accepted = acceptRestore(restored, { ended, confirmed: { kind: 'all' } }, { output });
      await this.#simulation.drive(accepted);
    });
  }

  /** Without protocol rule 32 an acceptance is of any generation. */
  async #isAcceptedBefore(): Promise<boolean> {
    const { world, store } = this.#simulation;
    return world.isOff('32') && (await generationsOf(store)).some(({ stage }) => stage !== 'closed');
  }

  /** A command is run again until it succeeds. */
  async #repeat(command: () => Promise<unknown>): Promise<void> {
    const { world } = this.#simulation;
    const { isFaulty } = world;
    for (let tries = 0; tries < TRIES_MAX && world.violation === null; tries++) {
      // By then it has endpoints that answer.
      world.setFaulty(isFaulty && tries < SHORT_TRIES);
      try {
        await command();
        world.setFaulty(isFaulty);
        return;
      } catch (error) {
        world.note(`the operator reads: ${String(error)}`);
        await this.#simulation.advance(tries < SHORT_TRIES ? 1 : LONG_WAIT_BLOCKS);
      }
    }
    if (world.violation === null) world.fail('a restored store is never accepted');
  }

  async #restoredStore(): Promise<RestoredStore | null> {
    const { world, store } = this.#simulation;
    const runtime = this.#simulation.runtimeOf(this.#tool());
    const generation = await this.#simulation.drive(restoredGeneration(LIVE_CONFIGURATION, runtime.store, world.now));
    const open = (await generationsOf(store)).filter(({ stage }) => stage !== 'ended');
    if (generation === null || open.length === 0) return null;
    return { runtime, generation, since: Math.min(...open.map(({ since }) => since)) };
  }

  /** A command runs in a process of its own. */
  #tool(): Process {
    return new Process('payment', 0, 0);
  }
}
