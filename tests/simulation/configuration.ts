import { readConfiguration } from '@stablecoin/host';
import type { Configuration } from '@stablecoin/host';
import { VALID_BLOCKS } from './chain-of-process';
import { TREASURY_OPENING, coins } from './workload';
import { BLOCK_MS } from './world';
import type { World } from './world';

/** Waiting times in blocks, so that all of them can be over within a run. */
const VALIDITY = { validityMs: VALID_BLOCKS * BLOCK_MS };

export const CONFIGURATION = readConfiguration({
  EVENT_STORE_URL: 'memory:',
  WAIT_MS: `${8 * BLOCK_MS}`,
  SCREENING_DEADLINE_MS: `${60 * BLOCK_MS}`,
  SCREENING_CACHE_MS: `${40 * BLOCK_MS}`,
  REVIEW_TTL_MS: `${50 * BLOCK_MS}`,
  APPROVAL_TTL_MS: `${50 * BLOCK_MS}`,
  RESERVATION_OVERDUE_MS: `${12 * BLOCK_MS}`,
  WEBHOOK_SCHEDULE: ['0s', ...Array<string>(100).fill('500ms')].join(','),
  SANDBOX_OPENING_BALANCE: `${TREASURY_OPENING / coins(1)}`,
});

/** The same with chains of real money. What else is said of them is of no consequence here. */
export const LIVE_CONFIGURATION: Configuration = {
  ...CONFIGURATION,
  liveChains: { evm: VALIDITY, solana: VALIDITY } as unknown as Configuration['liveChains'],
};

/** Longer than the restore of a store takes, as in practice. */
const LONG_REVIEW_MS = 2_000 * BLOCK_MS;

/** The configuration of the services in a run. */
export function configurationOf({ isLive, isReviewed }: World): Configuration {
  const configuration = isLive ? LIVE_CONFIGURATION : CONFIGURATION;
  if (!isReviewed) return configuration;
  return { ...configuration, reviewTtlMs: LONG_REVIEW_MS };
}
