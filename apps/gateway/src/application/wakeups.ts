import type { Clock } from '@stablecoin/event-sourcing';

/** Lets a request that asks again and again, because it waits for another service, ask at the right moment. */
export class Wakeups {
  readonly #waiting = new Map<string, Set<() => void>>();

  constructor(private readonly clock: Clock) {}

  /** Resolves when something is heard of the key, and after `ms` anyway: what was said before counts for nothing. */
  wait(key: string, ms: number): Promise<void> {
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(key) ?? new Set();
      this.#waiting.set(key, waiting);
      const end = (): void => {
        cancel();
        waiting.delete(end);
        if (waiting.size === 0 && this.#waiting.get(key) === waiting) this.#waiting.delete(key);
        resolve();
      };
      const cancel = this.clock.setTimer(this.clock.now() + ms, end);
      waiting.add(end);
    });
  }

  /** Something was heard of the key. */
  wake(key: string): void {
    for (const end of [...(this.#waiting.get(key) ?? [])]) end();
  }
}
