import { LRUCache } from 'lru-cache';
import { backoffMs } from '../timing';
import type { Backoff } from '../timing';

const RETRY_BACKOFF: Backoff = { firstMs: 100, longestMs: 60_000 };
/** Ordering keys whose failures are counted. */
const FAILING_MAX = 10_000;

/** Ordering keys that wait until a moment: there is nothing to report yet, or the last run failed. */
export class DelayedKeys {
  readonly #until = new Map<string, number>();
  /** Those of them that wait only because something was away that everything needs. */
  readonly #whileAway = new Set<string>();
  readonly #failures = new LRUCache<string, number>({ max: FAILING_MAX });

  has(orderingKey: string): boolean {
    return this.#until.has(orderingKey);
  }

  keys(): Iterable<string> {
    return this.#until.keys();
  }

  add(orderingKey: string, until: number): void {
    this.#whileAway.delete(orderingKey);
    this.#until.set(orderingKey, until);
  }

  /**
   * Delays an ordering key after a failure, the longer the more of its runs have failed.
   *
   * @param isAway - whether {@link releaseThoseThatWait} ends the delay
   */
  failed(orderingKey: string, now: number, isAway = false): { readonly until: number; readonly failures: number } {
    const failures = (this.#failures.get(orderingKey) ?? 0) + 1;
    const until = now + backoffMs(RETRY_BACKOFF, failures);
    this.#failures.set(orderingKey, failures);
    this.add(orderingKey, until);
    if (isAway) this.#whileAway.add(orderingKey);
    return { until, failures };
  }

  /** Releases those that wait because something was away, which is back. */
  releaseThoseThatWait(): void {
    for (const orderingKey of this.#whileAway) {
      this.#until.delete(orderingKey);
      this.succeeded(orderingKey);
    }
    this.#whileAway.clear();
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
      if (until <= now) {
        this.#until.delete(orderingKey);
        this.#whileAway.delete(orderingKey);
      } else next = Math.min(next, until);
    }
    return next;
  }

  /** Releases all of them. */
  clear(): void {
    this.#until.clear();
    this.#whileAway.clear();
  }
}
