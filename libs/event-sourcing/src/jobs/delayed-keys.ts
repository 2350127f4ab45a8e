import { LRUCache } from 'lru-cache';
import { backoffMs } from '../timing';
import type { Backoff } from '../timing';

const RETRY_BACKOFF: Backoff = { firstMs: 100, longestMs: 60_000 };
/** Ordering keys whose failures are counted. */
const FAILING_MAX = 10_000;

/** Ordering keys that wait until a moment: there is nothing to report yet, or the last run failed. */
export class DelayedKeys {
  readonly #until = new Map<string, number>();
  readonly #failures = new LRUCache<string, number>({ max: FAILING_MAX });

  has(orderingKey: string): boolean {
    return this.#until.has(orderingKey);
  }

  keys(): Iterable<string> {
    return this.#until.keys();
  }

  add(orderingKey: string, until: number): void {
    this.#until.set(orderingKey, until);
  }

  /** Delays an ordering key after a failure, the longer the more of its runs have failed. */
  failed(orderingKey: string, now: number): { readonly until: number; readonly failures: number } {
    const failures = (this.#failures.get(orderingKey) ?? 0) + 1;
    const until = now + backoffMs(RETRY_BACKOFF, failures);
    this.#failures.set(orderingKey, failures);
    this.add(orderingKey, until);
    return { until, failures };
  }

  /** Forgets the failures of an ordering key. */
  succeeded(orderingKey: string): void {
    this.#failures.delete(orderingKey);
  }

  /**
   * Releases those whose delay is over.
   *
   * @returns when the delay of the next one ends
   */
  release(now: number): number {
    let next = Infinity;
    for (const [orderingKey, until] of this.#until) {
      if (until <= now) this.#until.delete(orderingKey);
      else next = Math.min(next, until);
    }
    return next;
  }

  /** Releases all of them. */
  clear(): void {
    this.#until.clear();
  }
}
