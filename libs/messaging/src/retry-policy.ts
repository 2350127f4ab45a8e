import { retryOf } from '@stablecoin/contracts';

/** How often a message is retried after a bounded failure, and with which pauses. */
export interface RetryPolicy {
  /** Maximum attempts, including the first. */
  readonly attempts: number;
  /** Pause after the first failure, in milliseconds. It doubles with each further failure. */
  readonly baseMs: number;
  /** The longest pause, in milliseconds. */
  readonly maxMs: number;
}

/** Eight attempts over about ten seconds: longer than a dependency usually takes to restart. */
export const DEFAULT_RETRY_POLICY: RetryPolicy = { attempts: 8, baseMs: 150, maxMs: 4_000 };

/** The longest pause of what is retried until it succeeds, in milliseconds: what was away is used again soon. */
const ALWAYS_MAX_MS = 1_000;

/** The policy for a failure: messages that wait for something that is away are retried more often. */
export function policyFor(policy: RetryPolicy, error: unknown): RetryPolicy {
  return retryOf(error) === 'always' ? { ...policy, maxMs: Math.min(policy.maxMs, ALWAYS_MAX_MS) } : policy;
}

/**
 * Computes the pause before the next attempt: exponential, shortened by up to a half at random, so that messages that
 * failed together are not retried together.
 *
 * @param failures - how often the message has failed, from 1
 * @param random - from 0 up to 1, exclusive
 * @returns milliseconds
 */
export function pauseMs(policy: RetryPolicy, failures: number, random = Math.random()): number {
  const longest = Math.min(policy.maxMs, policy.baseMs * 2 ** (failures - 1));
  return longest * (1 - random / 2);
}
