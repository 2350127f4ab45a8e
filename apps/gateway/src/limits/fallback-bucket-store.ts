import { describeError } from '@stablecoin/contracts';
import type { Log, Meter } from '@stablecoin/event-sourcing';
import type { BucketStore, RateLimit, BucketVerdict } from '@stablecoin/host';

export interface FallbackBucketStoreOptions {
  readonly shared: BucketStore;
  /** Decides while the shared one cannot. */
  readonly own: BucketStore;
  readonly log: Log;
  readonly meter: Meter;
}

/** Pause before the shared store is tried again, so only one request waits for it. */
const LEFT_ALONE_MS = 1_000;
const LOG_INTERVAL_MS = 10_000;

/**
 * Limits requests by a store that all gateways share. While it is down, each gateway limits on its own, so a key may
 * use its plan at each gateway. Serving a little too much is better than serving nothing.
 */
export class FallbackBucketStore implements BucketStore {
  readonly #options: FallbackBucketStoreOptions;
  #failedAt = -Infinity;
  #loggedAt = -Infinity;
  /** Whether the log has said that the shared store fails, and not yet that it works. */
  #failing = false;

  constructor(options: FallbackBucketStoreOptions) {
    this.#options = options;
    options.meter.gauge('rate_limits_shared', {}, () => (this.#failing ? 0 : 1));
  }

  async take(name: string, limit: RateLimit, now: number, cost: number): Promise<BucketVerdict> {
    const { shared, own, log, meter } = this.#options;
    if (performance.now() >= this.#failedAt + LEFT_ALONE_MS) {
      try {
        const verdict = await shared.take(name, limit, now, cost);
        if (this.#failing) log.info({}, 'rate limits are shared again');
        this.#failing = false;
        return verdict;
      } catch (error) {
        this.#failed(error);
      }
    }
    meter.count('rate_limit_fallbacks_total');
    return own.take(name, limit, now, cost);
  }

  #failed(error: unknown): void {
    const now = performance.now();
    this.#failedAt = now;
    this.#failing = true;
    if (now < this.#loggedAt + LOG_INTERVAL_MS) return;
    this.#loggedAt = now;
    const fields = { error: describeError(error) };
    this.#options.log.error(fields, 'cannot reach the shared rate limits; each gateway limits on its own');
  }
}
