import type { Clock } from '@stablecoin/event-sourcing';
import type { Process } from './process';
import type { Random } from './random';

/** Something that goes on when it is its turn. */
interface Pending {
  /** Whose it is; null: nobody's who could crash. */
  readonly owner: Process | null;
  readonly isReady: () => boolean;
  readonly go: () => void;
}

const NEVER = new Promise<never>(() => undefined);

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

  constructor(random: Random, now: number) {
    this.#random = random;
    this.now = now;
  }

  /** Resolves at some later time, when the condition holds; never when the owner has crashed by then. */
  turn(owner: Process | null, isReady: () => boolean = () => true): Promise<void> {
    if (owner?.alive === false) return NEVER;
    return new Promise((resolve) => this.#pending.push({ owner, isReady, go: resolve }));
  }

  /** The clock of a process, whose timers end with it. */
  clockOf(owner: Process): Clock {
    return {
      now: () => this.now + owner.skewMs,
      setTimer: (at, callback) => {
        let waits = true;
        const isReady = (): boolean => !waits || this.now + owner.skewMs >= at;
        const go = (): void => {
          if (waits) callback();
          waits = false;
        };
        this.#pending.push({ owner, isReady, go });
        return () => void (waits = false);
      },
    };
  }

  /**
   * Gives one turn, and lets what it sets going come to rest.
   *
   * @returns false when nothing can go on before the time does
   */
  async step(): Promise<boolean> {
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
      // Every microtask runs before the next macrotask: nothing of this turn is left afterwards.
      await new Promise((resolve) => setImmediate(resolve));
      return true;
    }
    return false;
  }

  #remove(place: number): void {
    const last = this.#pending.pop();
    if (last !== undefined && place < this.#pending.length) this.#pending[place] = last;
  }
}
