import type { ChainName } from '@stablecoin/contracts';
import { Random } from '@stablecoin/event-sourcing/testing';

/** How fast a chain makes blocks, compared with what is expected of it. */
export const PACES = [0.1, 1, 10] as const;
export type Pace = (typeof PACES)[number];

/** What lasts ten minutes. */
export const OUTAGES = ['no process runs', 'no endpoint answers', 'no block is made'] as const;
export type Outage = (typeof OUTAGES)[number];
export const OUTAGE_MS = 600_000;

/** Time of a block that is expected of each chain, in milliseconds. */
export const EXPECTED_BLOCK_MS: Readonly<Record<ChainName, number>> = { base: 200, ethereum: 12_000, solana: 200 };

/** What the network of a run is like. */
export interface NetworkConditions {
  readonly pace: Pace;
  /** Time of a block, in milliseconds. */
  readonly blockMs: number;
  /** What each endpoint takes in one call: blocks of logs, or signatures. */
  readonly ranges: readonly number[];
  /** What lasts ten minutes, by the round in which it begins. */
  readonly outages: ReadonlyMap<number, Outage>;
  /** Of what strangers do. */
  readonly random: Random;
}

const NETWORK_SEED = 2_000_000;
const OUTAGES_MAX = 2;
/** One run of so many has wallets, on an EVM chain. */
export const RUNS_PER_WALLETS = 3;

/** In many runs the endpoints take as much as each other; where they differ, the one that takes little may be any of them. */
const RANGES: Readonly<Record<'evm' | 'solana', readonly (readonly number[])[]>> = {
  evm: [
    [5, 5, 5],
    [10_000, 10_000, 10_000],
    [5, 10_000, 10_000],
  ],
  solana: [
    [5, 5, 5],
    [256, 256, 256],
    [5, 256, 256],
  ],
};

/** Every third run has wallets: beside those seeds take paces and ranges in turns, so that 27 of them have all together. */
export function networkOf(chain: ChainName, seed: number, rounds: number): NetworkConditions {
  const random = new Random(seed + NETWORK_SEED);
  const turn = Math.floor(seed / RUNS_PER_WALLETS);
  const pace = PACES[turn % PACES.length] ?? 1;
  const ranges = RANGES[chain === 'solana' ? 'solana' : 'evm'];
  const outages = new Map<number, Outage>();
  for (let more = 1 + random.below(OUTAGES_MAX); more > 0; more--) {
    outages.set(2 + random.below(rounds - 2), random.pick(OUTAGES));
  }
  return {
    pace,
    blockMs: EXPECTED_BLOCK_MS[chain] / pace,
    ranges: random.shuffled(ranges[Math.floor(turn / PACES.length) % ranges.length] ?? []),
    outages,
    random,
  };
}

/** Whether the chain itself is out of reach for a while: nothing can be paid then. */
export function isDark({ outages }: NetworkConditions): boolean {
  return [...outages.values()].some((outage) => outage !== 'no process runs');
}

/** Pace and ranges of a run, for reports. */
export function networkReport({ pace, ranges }: NetworkConditions): { readonly pace: Pace; readonly ranges: string } {
  return { pace, ranges: [...new Set(ranges)].toSorted((one, other) => one - other).join(' and ') };
}
