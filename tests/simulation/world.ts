import type { Tenant } from '@stablecoin/contracts';
import { NO_FAULTS, drawFaults } from './faults';
import type { Faults } from './faults';
import type { Process } from './process';
import { Random } from '@stablecoin/event-sourcing/testing';
import type { RuleName } from './rules';
import { Scheduler } from './scheduler';

/** The time between two blocks of every chain, in milliseconds: what is called a block here is this long. */
export const BLOCK_MS = 250;

/** The account of all payments. */
export const ACCOUNT = 'acme';

export const DAY_MS = 86_400_000;

/** Characters of data in a note. */
const DATA_MAX = 200;

const START = Date.UTC(2026, 0, 1);

/** What all parts of a run share: the time, the dice, the faults, the notes, and what was found to be wrong. */
export class World {
  readonly random: Random;
  readonly scheduler: Scheduler;
  /** The first thing that was not as it must be; null while all is well. */
  violation: string | null = null;
  readonly notes: string[] = [];
  readonly #drawn: Faults;
  #faulty = false;

  constructor(
    readonly seed: number,
    readonly options: {
      readonly off: ReadonlySet<RuleName>;
      readonly strain: Partial<Faults>;
      readonly trace: boolean;
    },
  ) {
    this.random = new Random(seed);
    this.scheduler = new Scheduler(this.random, START);
    // Of their own, so that a run without one is as it would be without this.
    const restores = new Random(seed ^ 0xbacc);
    const drawn = {
      restores: restores.chance(0.25) ? restores.pick([1, 1, 2]) : 0,
      edge: restores.chance(0.5) ? 0.6 : 0,
      regret: restores.chance(0.3) ? 0.5 : 0,
      limit: restores.chance(0.15) ? 1 : 0,
    };
    this.#drawn = { ...drawFaults(this.random), ...drawn, ...options.strain };
  }

  get now(): number {
    return this.scheduler.now;
  }

  get faults(): Faults {
    return this.#faulty ? this.#drawn : NO_FAULTS;
  }

  /** Whether everything runs in one process, where services go on before the store's disk has. */
  get isOneProcess(): boolean {
    return this.#drawn.power > 0;
  }

  /** How often the store is replaced by an older copy. */
  get restores(): number {
    return this.#drawn.restores;
  }

  /** Whether money is real: what was paid is looked up on chains after a restore, and payments of the sandbox are on none. */
  get isLive(): boolean {
    return this.restores > 0;
  }

  /** Whether what the wallet pays comes close to its limit. */
  get isNearLimit(): boolean {
    return !this.isLive && this.#drawn.limit > 0;
  }

  /** Whether a person has to clear every recipient. */
  get isReviewed(): boolean {
    return this.#drawn.review > 0;
  }

  /** Whether the clocks of gateways are ahead of those of all others. */
  get areGatewaysAhead(): boolean {
    return this.#drawn.ahead > 0;
  }

  /** Whose payments these are. */
  get tenant(): Tenant {
    return { account: ACCOUNT, livemode: this.isLive };
  }

  /** From here on things go wrong, or no longer. */
  setFaulty(faulty: boolean): void {
    this.#faulty = faulty;
  }

  get isFaulty(): boolean {
    return this.#faulty;
  }

  /** Whether a rule of the protocol is not kept in this run, to show what it is for. */
  isOff(rule: RuleName): boolean {
    return this.options.off.has(rule);
  }

  /** Waits for its turn, and sometimes far longer: whoever waits may be the last to go on. */
  async delay(owner: Process | null): Promise<void> {
    const { random, scheduler, faults } = this;
    if (random.chance(faults.slow)) await this.pause(owner, (1 + random.below(12)) * BLOCK_MS);
    else await scheduler.turn(owner);
  }

  pause(owner: Process | null, ms: number): Promise<void> {
    return this.scheduler.sleep(owner, this.now + ms);
  }

  /** @param data - what else there is to say: to write it out takes long */
  note(line: string, data?: unknown): void {
    if (!this.options.trace) return;
    const more = data === undefined ? '' : ` ${JSON.stringify(data).slice(0, DATA_MAX)}`;
    this.notes.push(`${String(this.now - START).padStart(6)} ${line}${more}`);
  }

  /** Only the first counts: what follows may come of it. */
  fail(what: string): void {
    this.note(`*** ${what}`);
    this.violation ??= what;
  }
}
