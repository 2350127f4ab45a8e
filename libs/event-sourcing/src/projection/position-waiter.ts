import { NotReachedError } from '../errors';
import type { Clock } from '../ports';

interface Waiter {
  readonly position: number;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
  readonly cancelTimer: () => void;
}

/** A position that only increases, and the waits for it. */
export class PositionWaiter {
  readonly #clock: Clock;
  readonly #what: string;
  /** Waits by position, the lowest first. */
  readonly #waiters: Waiter[] = [];
  #position: number;
  #closed: Error | undefined;

  /** @param what - names the position in errors */
  constructor(clock: Clock, what: string, position: number) {
    this.#clock = clock;
    this.#what = what;
    this.#position = position;
  }

  get position(): number {
    return this.#position;
  }

  /** Whether it is closed. */
  get closed(): boolean {
    return this.#closed !== undefined;
  }

  /** Number of waits. */
  get waiting(): number {
    return this.#waiters.length;
  }

  /** Resolves when a position is reached. Rejects after the timeout, or when it is closed. */
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
      // Later waits are almost always for later positions.
      this.#waiters.splice(this.#waiters.findLastIndex((other) => other.position <= position) + 1, 0, waiter);
    });
  }

  /** Advances to a position, and resolves the waits up to it. */
  advance(position: number): void {
    if (position <= this.#position) return;
    this.#position = position;
    const first = this.#waiters.findIndex((waiter) => waiter.position > position);
    for (const { resolve, cancelTimer } of this.#waiters.splice(0, first < 0 ? this.#waiters.length : first)) {
      cancelTimer();
      resolve();
    }
  }

  /** Rejects all waits from now on with an error. */
  close(reason: Error): void {
    this.#closed ??= reason;
    for (const { reject, cancelTimer } of this.#waiters.splice(0)) {
      cancelTimer();
      reject(this.#closed);
    }
  }
}
