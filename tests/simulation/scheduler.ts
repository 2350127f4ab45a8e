import type { Clock } from '@stablecoin/event-sourcing';
import type { Process } from './process';
import type { Random } from '@stablecoin/event-sourcing/testing';

/** How often the event loop turns between two turns of ours: some code waits for it, and it takes longer than most turns. */
const EVENT_LOOP_TURNS = 0.1;

/** Something that goes on when it is its turn. */
interface Pending {
  /** Whose it is; null: nobody's who could crash. */
  readonly owner: Process | null;
  readonly isReady: () => boolean;
  readonly go: () => void;
}

/**
 * Decides what happens next. Whatever would wait for another machine waits for its turn here, and turns are given one
 * at a time in a random order. Between two turns the code runs as far as it can: there is nothing else in a run that
 * takes time, so the same seed gives the same order.
 */
export class Scheduler {
  /** The true time, in milliseconds since the epoch. */
  now: number;
  /** Turns given so far. */
  steps = 0;
  readonly #random: Random;
  readonly #pending: Pending[] = [];
  /** What waits for the time, and whose it is. */
  readonly #timers = new Map<object, Process | null>();

  constructor(random: Random, now: number) {
    this.#random = random;
    this.now = now;
  }

  /** Resolves at some later time, when the condition holds; never when the owner has crashed by then. */
  turn(owner: Process | null, isReady: () => boolean = () => true): Promise<void> {
    // A promise of its own: one for all would keep, for ever, everybody who waits for it.
    if (owner?.alive === false) return new Promise(() => undefined);
    return new Promise((resolve) => this.#pending.push({ owner, isReady, go: resolve }));
  }

  /** Resolves at some later time, when the true time has come. */
  sleep(owner: Process | null, until: number): Promise<void> {
    const timer = {};
    this.#timers.set(timer, owner);
    return this.turn(owner, () => this.now >= until).then(() => void this.#timers.delete(timer));
  }

  /** The clock of a process, whose timers end with it. */
  clockOf(owner: Process): Clock {
    return {
      now: () => this.now + owner.skewMs,
      setTimer: (at, callback) => {
        const timer = {};
        this.#timers.set(timer, owner);
        const isReady = (): boolean => !this.#timers.has(timer) || this.now + owner.skewMs >= at;
        const go = (): void => {
          if (this.#timers.delete(timer)) callback();
        };
        this.#pending.push({ owner, isReady, go });
        return () => void this.#timers.delete(timer);
      },
    };
  }

  /** Whether somebody who lives waits for the time. */
  get hasTimers(): boolean {
    for (const [timer, owner] of this.#timers) {
      if (owner?.alive !== false) return true;
      this.#timers.delete(timer);
    }
    return false;
  }

  /**
   * Lets what happened before come to rest, and gives one turn.
   *
   * @returns false when nothing can go on before the time does
   */
  async step(): Promise<boolean> {
    await (this.#random.chance(EVENT_LOOP_TURNS) ? nextTurn() : microtasks());
    if (this.#go()) return true;
    // What waits for the event loop may have others go on.
    await nextTurn();
    return this.#go();
  }

  #go(): boolean {
    const pending = this.#pending;
    const start = this.#random.below(Math.max(1, pending.length));
    for (let looked = 0; looked < pending.length; looked++) {
      const place = (start + looked) % pending.length;
      const next = pending[place];
      if (next === undefined) throw new Error('a place without anything pending');
      if (next.owner?.alive !== false && (next.owner?.paused === true || !next.isReady())) continue;
      this.#remove(place);
      if (next.owner?.alive === false) return true;
      this.steps++;
      next.go();
      return true;
    }
    return false;
  }

  #remove(place: number): void {
    const last = this.#pending.pop();
    if (last !== undefined && place < this.#pending.length) this.#pending[place] = last;
  }
}

/** Lets everything happen that has nothing to wait for: Node has ticks wait for all of it. */
function microtasks(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve));
}

/** The same, and whatever waits for the event loop. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
