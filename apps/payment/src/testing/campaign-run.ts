import { writeSync } from 'node:fs';
import type { Lie } from '@stablecoin/chains/testing';

/** What a run of a campaign was, and what did not hold in it. */
export interface CampaignRun {
  readonly chain: 'base' | 'ethereum' | 'solana';
  readonly seed: number;
  /** Endpoints of three that lied: from beginning to end where it was one, for a while where there were two. */
  readonly liars: number;
  /** How fast blocks came, and what endpoints took in one call; left out where that was ordinary. */
  readonly network?: { readonly pace: number; readonly ranges: string };
  readonly payments: number;
  readonly settled: number;
  /** Answers that were lies, by lie. */
  readonly told: Readonly<Partial<Record<Lie, number>>>;
  /** How often each misfortune came about. */
  readonly misfortunes: Readonly<Record<string, number>>;
  /** What became of payments and submissions, beside the ordinary: how often. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** Payments that the chain has carried out more than once. */
  readonly doublePayments: number;
  /** Payments that were said to have settled while no block had ever held them. */
  readonly falseSettlements: number;
  /** Deposits and balances that the books took for true and that never were. */
  readonly falseDeposits: number;
  /** Payments that have not ended, or have failed while nothing but lies stood against them. */
  readonly unsettled: number;
  /** All that did not hold, in words; a false settlement or deposit is none where the majority lies. */
  readonly problems: readonly string[];
}

/** Of three endpoints: with fewer than these the majority is honest. */
export const MAJORITY = 2;

/** How many endpoints lie in the run of a seed: none in a quarter of them, one in half of them, two in a quarter. */
export function liarsOf(seed: number): number {
  return [1, 2, 1, 0][seed % 4] ?? 0;
}

/** Tells `npm run lies`, which has opened a pipe for it, what became of a seed; without one there is nobody to tell. */
export function reportRun(run: CampaignRun): void {
  const descriptor = process.env['CAMPAIGN_REPORT_FD'];
  if (descriptor !== undefined) writeSync(Number(descriptor), `${JSON.stringify(run)}\n`);
}

/** How often each thing was told, over several endpoints. */
export function sumOf<Key extends string>(counts: readonly ReadonlyMap<Key, number>[]): Partial<Record<Key, number>> {
  const sums: Partial<Record<Key, number>> = {};
  for (const [key, times] of counts.flatMap((each) => [...each])) sums[key] = (sums[key] ?? 0) + times;
  return sums;
}
