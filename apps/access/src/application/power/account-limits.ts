import type { RateLimit } from '@stablecoin/host';

/**
 * What one account may have in one mode, over all of its keys and people: docs/security.md lists them. Making more
 * keys does not make an account faster.
 */
export const ACCOUNT_LIMITS = {
  /** Rate limits of all keys together, as a multiple of those of one key. */
  rateFactor: 4,
  eventStreams: 40,
  longPolls: 200,
  exports: 4,
  /** Neither revoked nor expired. */
  apiKeys: 1_000,
  webhookEndpoints: 100,
  /** Under way, or waiting for others of the account. */
  replays: 20,
} as const;

/** The limit of all keys of an account together, as a multiple of the limit of one key. */
export function limitOfAccount({ rate, burst, peak }: RateLimit): RateLimit {
  const times = ACCOUNT_LIMITS.rateFactor;
  return { rate: times * rate, burst: times * burst, peak: times * peak };
}
