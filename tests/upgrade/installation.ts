import { join } from 'node:path';
import type { Api } from '../e2e/support/api';

/** The data folder of one version, and what that version answered from it. */
export const STORED = join(__dirname, '0.1.0');

export const HOUR_MS = 3_600_000;

const secret = (digit: string): string => digit.repeat(40);

/** Members belong to the account `default` where the identity provider names none. */
export const KEYS = {
  main: `svc_test_${secret('1')}`,
  /** Of another person than the first. */
  colleague: `svc_test_${secret('2')}`,
  scale: `svc_test_${secret('3')}`,
  live: `svc_live_${secret('4')}`,
  /** Of other accounts. */
  busy: `svc_test_${secret('5')}`,
  small: `svc_test_${secret('6')}`,
} as const;

/** The client that has a key; by default the main one. */
export type Client = (key?: keyof typeof KEYS) => Api;

/** Settings in which everything settles at once, and deadlines pass within seconds. */
export const QUICK = {
  LOG_LEVEL: 'error',
  PORT: '0',
  BOOTSTRAP_API_KEYS: [
    `${KEYS.main}:default:enterprise:skip`,
    `${KEYS.colleague}:default:enterprise`,
    `${KEYS.scale}:default:scale`,
    `${KEYS.live}:default:enterprise`,
    `${KEYS.busy}:globex:enterprise`,
    `${KEYS.small}:initech:enterprise`,
  ].join(),
  REQUESTS_IN_PROGRESS_MAX: '1000',
  SIGN_IN_RATE: '1000',
  RATE_LIMITS: JSON.stringify({
    enterprise: Object.fromEntries(
      ['payments', 'other', 'wallets', 'compliance'].map((each) => [each, { rate: 10_000, burst: 10_000 }]),
    ),
  }),
  SCREENING_DEADLINE_MS: '2000',
  APPROVAL_TTL_MS: '2000',
  REVIEW_TTL_MS: '2000',
  SANDBOX_VALIDITY_MS: '1000',
  WEBHOOK_SCHEDULE: '0ms,100ms,200ms',
} as const;

/** Settings in which what is unfinished stays so for at least twenty minutes. */
export const SLOW = {
  ...QUICK,
  SCREENING_DEADLINE_MS: String(HOUR_MS),
  APPROVAL_TTL_MS: String(24 * HOUR_MS),
  REVIEW_TTL_MS: String(24 * HOUR_MS),
  SANDBOX_VALIDITY_MS: String(4 * HOUR_MS),
  SANDBOX_SETTLEMENT_MS: String(HOUR_MS),
  WEBHOOK_SCHEDULE: '0ms,1h',
} as const;

/** What is unfinished in the folder, by what has to be done about it. */
export interface Unfinished {
  /** Payments that the chain has not settled yet. */
  readonly onChain: readonly string[];
  /** Payments of the busy account that were accepted while the service stopped. */
  readonly accepted: readonly string[];
  readonly screening: string;
  readonly inReview: { readonly payment: string; readonly ref: string };
  readonly check: string;
  readonly wallet: { readonly id: string; readonly ref: string };
  readonly ofTreasury: { readonly payment: string; readonly approval: string };
  readonly ofWallet: { readonly payment: string; readonly approval: string; readonly approver: string };
  readonly deposit: string;
  readonly delivery: string;
  readonly deadLetter: { readonly id: string; readonly payment: string };
}

/** What is known of the stored folder beside its answers. */
export interface Made {
  readonly version: string;
  /** When the service had stopped, in milliseconds since the epoch. */
  readonly at: number;
  readonly objects: number;
  readonly identityProvider: Readonly<Record<string, string>>;
  /** The cookie of a member's session. */
  readonly cookie: string;
  /** Orders with an idempotency key, and the payments that they made. */
  readonly orders: readonly { readonly order: Readonly<Record<string, unknown>>; readonly payment: string }[];
  readonly unfinished: Unfinished;
}
