import type { Quote } from '@stablecoin/chains';
import type { ChainName, Units } from '@stablecoin/contracts';

/** A chain considered for a payment, with its fee, time and health. */
export type Candidate = {
  readonly chain: ChainName;
  readonly verdict: 'ok' | 'chain_unavailable';
  /** In words, for the timeline. */
  readonly reason: string;
  /** In the payment's currency. */
  readonly fee: Units;
  readonly settlementMs: number;
};

/**
 * Puts the chains of a payment in the order in which funds are asked for (API decisions, Routing): the cheapest
 * first, the faster one of equally cheap ones, else the order of the quotes, which is the order of preference. Chains
 * that are down go last; they are kept, with their reason, and never asked for.
 */
export function rankCandidates(quotes: readonly Quote[]): readonly Candidate[] {
  return quotes.map(toCandidate).sort(byPreference);
}

/** The chains that may be asked for, in order. */
export function availableChains(candidates: readonly Candidate[]): readonly ChainName[] {
  return candidates.filter(({ verdict }) => verdict === 'ok').map(({ chain }) => chain);
}

/** The same candidates, of which one turned out to be down after all. */
export function withoutChain(candidates: readonly Candidate[], chain: ChainName, reason: string): readonly Candidate[] {
  return candidates
    .map((candidate) =>
      candidate.chain === chain ? { ...candidate, verdict: 'chain_unavailable' as const, reason } : candidate,
    )
    .sort(byPreference);
}

/** Why no chain can take a payment, for the client (API contract, 422 `chain_unavailable`). */
export function unavailableMessage(asked: ChainName | 'auto', candidates: readonly Candidate[]): string {
  const reasons = candidates.map(({ chain, reason }) => `${chain} (${reason})`).join(', ');
  return asked === 'auto'
    ? `Every chain for this payment is temporarily unavailable: ${reasons}. Retry after a short delay.`
    : `The selected chain is temporarily unavailable: ${reasons}. Retry with chain "auto".`;
}

function toCandidate({ chain, fee, settlementMs, health }: Quote): Candidate {
  return health.status === 'up'
    ? { chain, verdict: 'ok', reason: 'available', fee, settlementMs }
    : { chain, verdict: 'chain_unavailable', reason: health.reason, fee, settlementMs };
}

/** Sorting is stable: equal candidates keep their given order. */
function byPreference(a: Candidate, b: Candidate): number {
  if (a.verdict !== b.verdict) return a.verdict === 'ok' ? -1 : 1;
  const difference = BigInt(a.fee) - BigInt(b.fee);
  if (difference !== 0n) return difference < 0n ? -1 : 1;
  return a.settlementMs - b.settlementMs;
}
