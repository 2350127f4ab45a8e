import { NO_FAULTS, drawFaults } from './faults';
import type { Faults } from './faults';
import type { Process } from './process';
import { Random } from './random';
import type { RuleName } from './rule-names';
import { Scheduler } from './scheduler';

/** The time between two blocks of every chain, in milliseconds: what is called a block here is this long. */
export const BLOCK_MS = 250;

/** Some day; seeds begin on different ones, so that ids of different runs differ. */
const FIRST_DAY = Date.UTC(2026, 0, 1);
const DAY_MS = 86_400_000;

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
    readonly options: { readonly off: ReadonlySet<RuleName>; readonly trace: boolean },
  ) {
    this.random = new Random(seed);
    this.scheduler = new Scheduler(this.random, FIRST_DAY + (seed % 10_000) * DAY_MS);
    this.#drawn = drawFaults(this.random);
  }

  get now(): number {
    return this.scheduler.now;
  }

  get faults(): Faults {
    return this.#faulty ? this.#drawn : NO_FAULTS;
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
  async delay(owner: Process): Promise<void> {
    const { random, scheduler, faults } = this;
    if (random.chance(faults.slow)) await this.pause(owner, (1 + random.below(12)) * BLOCK_MS);
    else await scheduler.turn(owner);
  }

  pause(owner: Process | null, ms: number): Promise<void> {
    return this.scheduler.sleep(owner, this.now + ms);
  }

  note(line: string): void {
    if (this.options.trace) this.notes.push(`${String(this.now % DAY_MS).padStart(6)} ${line}`);
  }

  /** Only the first counts: what follows may come of it. */
  fail(what: string): void {
    this.note(`*** ${what}`);
    this.violation ??= what;
  }
}
