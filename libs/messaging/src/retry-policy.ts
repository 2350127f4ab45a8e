/** How often, and how far apart, a message is tried again after a transient failure. */
export interface RetryPolicy {
  /** The first one included. */
  readonly attempts: number;
  /** Pause after the first failure, in milliseconds; doubled after each further one. */
  readonly baseMs: number;
  /** The longest pause, in milliseconds. */
  readonly maxMs: number;
}

/** Eight attempts over about ten seconds: longer than a restart of what a handler depends on usually takes. */
export const DEFAULT_RETRY_POLICY: RetryPolicy = { attempts: 8, baseMs: 150, maxMs: 4_000 };

/**
 * The pause before the next attempt: exponential, and shortened by up to a half at random, so that messages that
 * failed together do not come back together.
 *
 * @param failures - how often the message has failed, from 1
 * @param random - from 0 up to 1, exclusive
 * @returns milliseconds
 */
export function pauseMs(policy: RetryPolicy, failures: number, random = Math.random()): number {
  const longest = Math.min(policy.maxMs, policy.baseMs * 2 ** (failures - 1));
  return longest * (1 - random / 2);
}
