import { SERVICES } from '@stablecoin/contracts';
import type { QueryMap, ServiceName } from '@stablecoin/contracts';
import { DirectQueries } from '@stablecoin/messaging';
import type { Queries, QueryHandlers } from '@stablecoin/messaging';
import type { Runtime } from '@stablecoin/host';
import { assembleGateway } from './gateway';
import type { Gateway, Orders } from './gateway';
import { Process } from './process';
import { assembleService } from './services';
import type { Outside, Service } from './services';
import type { Handlers, SimulatedBus } from './simulated-bus';
import { BLOCK_MS } from './world';
import type { World } from './world';

/** A process and what it runs. */
export interface Instance {
  readonly process: Process;
  readonly service: Service | Gateway;
  readonly answers: DirectQueries<QueryMap>;
  /** Whether it has held the lease, and so runs relay, workers and timers. */
  leads: boolean;
  /** Another instance has moved its checkpoint: its relay or its read model has stopped. */
  isFenced: boolean;
}

/** One of the two places where a service runs: whatever crashes there is started again. */
interface Place {
  readonly service: ServiceName;
  readonly number: number;
  instance: Instance;
  /** When what has crashed or stopped goes on. */
  backAt: number;
}

const PLACES = 2;
/** How far a clock may be ahead. */
const SKEW_MAX_MS = 4 * BLOCK_MS;
/** Who asks another service waits for so long. */
const ANSWER_MS = 8 * BLOCK_MS;
/** One who has lost the lease without knowing it goes on for so many blocks at most. */
const UNAWARE_BLOCKS_MAX = 20;

/** Two instances of every service: they crash, stop without knowing it, and take over from each other. */
export class Cluster {
  readonly #world: World;
  readonly #bus: SimulatedBus;
  readonly #runtimeOf: (process: Process, queries: Runtime['queries']) => Runtime;
  readonly #outsideOf: (process: Process) => Outside;
  readonly #orders: Orders;
  readonly #loseWhatIsUnwritten: () => Promise<void>;
  readonly #places: Place[] = [];
  readonly #holders = new Map<ServiceName, Process>();
  isStopped = false;

  constructor(
    world: World,
    bus: SimulatedBus,
    parts: {
      readonly runtimeOf: (process: Process, queries: Runtime['queries']) => Runtime;
      readonly outsideOf: (process: Process) => Outside;
      readonly orders: Orders;
      /** What the store does when power fails. */
      readonly loseWhatIsUnwritten: () => Promise<void>;
    },
  ) {
    this.#world = world;
    this.#bus = bus;
    this.#runtimeOf = parts.runtimeOf;
    this.#outsideOf = parts.outsideOf;
    this.#orders = parts.orders;
    this.#loseWhatIsUnwritten = parts.loseWhatIsUnwritten;
  }

  /** Starts everything, for the first time or again. */
  start(): void {
    this.isStopped = false;
    this.#places.length = 0;
    this.#holders.clear();
    for (const service of SERVICES) {
      for (let number = 0; number < PLACES; number++) {
        this.#places.push({ service, number, instance: this.#launch(service, number), backAt: 0 });
      }
      this.#giveLease(service);
    }
  }

  /** Everything ends, and nothing starts by itself. */
  stop(): void {
    this.isStopped = true;
    for (const place of this.#places) if (place.instance.process.alive) this.#crash(place);
  }

  /** The instances that run, of a service or of all. */
  running(service?: ServiceName): readonly Instance[] {
    return this.#places
      .filter((place) => (service === undefined || place.service === service) && place.instance.process.runs)
      .map(({ instance }) => instance);
  }

  gateways(): readonly { readonly process: Process; readonly gateway: Gateway }[] {
    return this.running('gateway').map(({ process, service }) => ({ process, gateway: service as Gateway }));
  }

  /** Whether everybody is there, and every service has its relay. */
  get isWhole(): boolean {
    return this.#places.every(
      (place) =>
        place.instance.process.runs && !this.#hasToEnd(place) && this.#holders.get(place.service)?.runs === true,
    );
  }

  /** What happens to processes within the time of a block. */
  advance(): void {
    const { random, faults, now } = this.#world;
    if (this.isStopped) return;
    for (const place of this.#places) {
      const { process } = place.instance;
      if (process.runs && random.chance(faults.crash)) this.#crash(place);
      else if (process.runs && random.chance(faults.pause)) this.#pause(place);
      else if (process.paused && now >= place.backAt) this.#resume(place);
      else if (!process.alive && now >= place.backAt) place.instance = this.#launch(place.service, place.number);
      else if (process.runs && this.#hasToEnd(place) && now >= place.backAt) this.#crash(place, 0);
    }
    for (const service of SERVICES) {
      if (this.#holders.get(service)?.runs !== true || random.chance(faults.split)) this.#giveLease(service);
    }
    if (random.chance(faults.rebalance)) {
      this.#bus.rebalance((service) => this.running(service).map(({ process }) => process));
    }
  }

  /** All that runs ends at once. */
  async losePower(): Promise<void> {
    for (const place of this.#places) if (place.instance.process.alive) this.#crash(place);
    this.#bus.losePower();
    await this.#loseWhatIsUnwritten();
  }

  /** An instance has said that another one has moved its checkpoint: it is started anew, as its operator would. */
  fenced(name: string): void {
    for (const { instance } of this.#places) if (instance.process.name === name) instance.isFenced = true;
  }

  /** Whoever is away comes back at once: the faults are over. */
  recover(): void {
    for (const place of this.#places) place.backAt = Math.min(place.backAt, this.#world.now + BLOCK_MS);
  }

  #launch(service: ServiceName, number: number): Instance {
    const { random, isFaulty } = this.#world;
    const drawn = random.chance(0.2) ? (random.below(9) - 4) * BLOCK_MS : 0;
    const skewMs = service === 'gateway' && this.#world.areGatewaysAhead ? SKEW_MAX_MS : drawn;
    const process = new Process(service, number, skewMs);
    const answers = new DirectQueries<QueryMap>();
    const runtime = this.#runtimeOf(process, this.#queriesOf(process, answers));
    const assembled =
      service === 'gateway'
        ? assembleGateway(runtime, this.#orders)
        : assembleService(service, runtime, this.#outsideOf(process));
    if (isFaulty) this.#world.note(`${process.name} starts`);
    if (service === 'gateway') this.#bus.attach(process, whenDurable(runtime, assembled.handlers));
    else this.#bus.attach(process, assembled.handlers, (assembled as Service).inOrder);
    return { process, service: assembled, answers, leads: false, isFenced: false };
  }

  /** To one that runs, and has not lost it before: that one has to start anew. It starts what only the holder runs. */
  #giveLease(service: ServiceName): void {
    const instance = this.running(service).find(({ leads }) => !leads);
    if (instance === undefined) return;
    this.#world.note(`${instance.process.name} takes the lease`);
    this.#holders.set(service, instance.process);
    instance.leads = true;
    // Whoever had it may go on for a while.
    for (const place of this.#places) {
      const isLate = place.service === service && place.instance !== instance && place.instance.process.runs;
      if (isLate) place.backAt = this.#world.now + this.#world.random.below(UNAWARE_BLOCKS_MAX) * BLOCK_MS;
    }
    instance.service.parts.onApplicationBootstrap().catch((error: unknown) => {
      this.#world.fail(`${instance.process.name} could not start: ${String(error)}`);
    });
  }

  #crash(place: Place, forMs = (1 + this.#world.random.below(6)) * BLOCK_MS): void {
    const { process } = place.instance;
    this.#world.note(`${process.name} crashes`);
    process.alive = false;
    place.backAt = this.#world.now + forMs;
    this.#bus.takeFrom(process, this.running(place.service)[0]?.process);
  }

  #pause(place: Place): void {
    const { process } = place.instance;
    this.#world.note(`${process.name} stops without knowing it`);
    process.paused = true;
    place.backAt = this.#world.now + (2 + this.#world.random.below(25)) * BLOCK_MS;
    const other = this.running(place.service)[0]?.process;
    // A gateway's own feed waits for it.
    if (place.service !== 'gateway') this.#bus.takeFrom(process, other);
  }

  #resume(place: Place): void {
    const { process } = place.instance;
    this.#world.note(`${process.name} goes on`);
    process.paused = false;
    place.backAt = this.#world.now + this.#world.random.below(UNAWARE_BLOCKS_MAX) * BLOCK_MS;
  }

  /** It runs what only the holder of the lease runs, and is not the holder any more, or was fenced off. */
  #hasToEnd({ service, instance }: Place): boolean {
    return instance.isFenced || (instance.leads && this.#holders.get(service) !== instance.process);
  }

  /** Questions go to the holder of the lease, whose read model is the one that is kept. */
  #queriesOf(process: Process, answers: DirectQueries<QueryMap>): Queries<QueryMap> & QueryHandlers<QueryMap> {
    return {
      register: (name, handler) => answers.register(name, handler),
      ask: async (name, params) => {
        const { random, faults, scheduler } = this.#world;
        await scheduler.turn(process);
        const holder = this.#holders.get(name.slice(0, name.indexOf('.')) as ServiceName);
        const asked = this.running().find((instance) => instance.process === holder);
        if (asked === undefined || random.chance(faults.answer)) throw new Error(`no answer to ${name}`);
        let answer: (() => QueryMap[typeof name]['result']) | undefined;
        asked.answers.ask(name, params).then(
          (result) => (answer = () => result),
          (error: unknown) =>
            (answer = () => {
              throw error;
            }),
        );
        const deadline = this.#world.now + ANSWER_MS;
        await scheduler.turn(process, () => answer !== undefined || !asked.process.runs || this.#world.now >= deadline);
        if (answer === undefined) throw new Error(`no answer to ${name}`);
        return answer();
      },
    };
  }
}

/** As the bus of one process does: what the gateway hears, it tells others. */
function whenDurable({ store }: Pick<Runtime, 'store'>, handlers: Handlers): Handlers {
  return new Map(
    [...handlers].map(([type, handle]) => [type, (message) => store.durable().then(() => handle(message))]),
  );
}
