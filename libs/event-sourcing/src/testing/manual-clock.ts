import type { Clock } from '../ports';

/** A clock that stands still until the test moves it. Timers call back while it is moved, in order of their time. */
export class ManualClock implements Clock {
  #now: number;
  readonly #timers = new Set<{ readonly at: number; readonly callback: () => void }>();

  /** @param now - milliseconds since the epoch; a fixed day when left out */
  constructor(now = Date.UTC(2026, 0, 1)) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  setTimer(at: number, callback: () => void): () => void {
    const timer = { at, callback };
    this.#timers.add(timer);
    // A timer whose time has passed calls back as on the system's clock: soon, and never from within this call.
    if (at <= this.#now) queueMicrotask(() => this.#fire(timer));
    return () => void this.#timers.delete(timer);
  }

  /** Timers that wait. */
  get timers(): number {
    return this.#timers.size;
  }

  /** Moves the time on, through every timer on the way. */
  advance(ms: number): void {
    const until = this.#now + ms;
    for (let next = this.#earliest(until); next !== undefined; next = this.#earliest(until)) {
      this.#now = Math.max(this.#now, next.at);
      this.#fire(next);
    }
    this.#now = until;
  }

  #earliest(until: number): { readonly at: number; readonly callback: () => void } | undefined {
    let earliest;
    for (const timer of this.#timers) {
      if (timer.at <= until && (earliest === undefined || timer.at < earliest.at)) earliest = timer;
    }
    return earliest;
  }

  #fire(timer: { readonly at: number; readonly callback: () => void }): void {
    if (this.#timers.delete(timer)) timer.callback();
  }
}
