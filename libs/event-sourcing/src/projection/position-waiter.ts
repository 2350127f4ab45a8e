import { NotReachedError } from '../errors';
import type { Clock } from '../ports';

interface Waiter {
  readonly position: number;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
  readonly cancelTimer: () => void;
}

/** A position that only grows, and those who wait for it to pass some point. */
export class PositionWaiter {
  readonly #clock: Clock;
  readonly #what: string;
  /** By position, the lowest first. */
  readonly #waiters: Waiter[] = [];
  #position: number;
  #closed: Error | undefined;

  /** @param what - whose position it is, for errors */
  constructor(clock: Clock, what: string, position: number) {
    this.#clock = clock;
    this.#what = what;
    this.#position = position;
  }

  get position(): number {
    return this.#position;
  }

  /** Whether nothing is reached any more. */
  get closed(): boolean {
    return this.#closed !== undefined;
  }

  /** How many wait. */
  get waiting(): number {
    return this.#waiters.length;
  }

  /** Resolves when the position is reached; rejects after the time limit, or when it can never be reached any more. */
  waitFor(position: number, timeoutMs = Infinity): Promise<void> {
    if (position <= this.#position) return Promise.resolve();
    if (this.#closed !== undefined) return Promise.reject(this.#closed);
    return new Promise((resolve, reject) => {
      const late = (): void => {
        this.#waiters.splice(this.#waiters.indexOf(waiter), 1);
        reject(new NotReachedError(`${this.#what} is at ${this.#position}, not at ${position}, after ${timeoutMs} ms`));
      };
      const cancelTimer =
        timeoutMs === Infinity ? () => undefined : this.#clock.setTimer(this.#clock.now() + timeoutMs, late);
      const waiter: Waiter = { position, resolve, reject, cancelTimer };
      // Whoever comes later waits for a later position, almost always.
      this.#waiters.splice(this.#waiters.findLastIndex((other) => other.position <= position) + 1, 0, waiter);
    });
  }

  /** Moves on, and lets pass whoever waited for a position up to this. */
  advance(position: number): void {
    if (position <= this.#position) return;
    this.#position = position;
    const first = this.#waiters.findIndex((waiter) => waiter.position > position);
    for (const { resolve, cancelTimer } of this.#waiters.splice(0, first < 0 ? this.#waiters.length : first)) {
      cancelTimer();
      resolve();
    }
  }

  /** Nothing is reached any more: whoever waits, or comes, is told why. */
  close(reason: Error): void {
    this.#closed ??= reason;
    for (const { reject, cancelTimer } of this.#waiters.splice(0)) {
      cancelTimer();
      reject(this.#closed);
    }
  }
}
