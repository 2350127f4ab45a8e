import type { ChainName, Units } from '@stablecoin/contracts';
import type { Authorization, Observation } from '../transfers';

/** What the simulated chain does with a transfer, chosen by the last four of the six decimals of its amount. */
export type SandboxOutcome =
  | 'ordinary'
  | 'settles_after_3_s'
  | 'settles_after_20_s'
  | 'reverts'
  | 'expires'
  | 'recipient_blocklisted'
  | 'insufficient_gas'
  | 'spend_limit_onchain'
  | 'wallet_policy_changed'
  | 'wallet_blocklisted'
  | 'made_differently'
  | 'first_candidate_down'
  | 'all_chains_down'
  | 'answer_lost'
  | 'reorganised';

/** The sandbox's table "By amount". */
const OUTCOME_BY_ENDING: Readonly<Record<string, SandboxOutcome>> = {
  '0101': 'settles_after_3_s',
  '0102': 'settles_after_20_s',
  '0201': 'reverts',
  '0202': 'expires',
  '0203': 'recipient_blocklisted',
  '0204': 'insufficient_gas',
  '0205': 'spend_limit_onchain',
  '0206': 'wallet_policy_changed',
  '0207': 'made_differently',
  '0208': 'wallet_blocklisted',
  '0301': 'first_candidate_down',
  '0302': 'all_chains_down',
  '0401': 'answer_lost',
  '0402': 'reorganised',
};

/** The outcome of an amount, which is the same on every chain. */
export function sandboxOutcome(amount: Units): SandboxOutcome {
  return OUTCOME_BY_ENDING[amount.slice(-4).padStart(4, '0')] ?? 'ordinary';
}

/** Milliseconds between two blocks. */
export const BLOCK_MS: Readonly<Record<ChainName, number>> = { base: 2_000, ethereum: 12_000, solana: 400 };

/** What can be observed of a transfer from a moment on, until its next phase begins. */
export type Phase = { readonly from: number } & (
  | { readonly state: 'unknown' | 'reverted' | 'expired' }
  | { readonly state: 'included' | 'confirmed' | 'final'; readonly block: number; readonly at: number }
);

/**
 * When a reorganised transfer is first confirmed, lost, confirmed again and final, after its settlement time. The first
 * of these comes late enough for a service to look before it, and each lasts long enough to be looked at.
 */
const REORGANISED_MS = { confirmed: 100, lost: 400, again: 700, final: 1_000 };

/**
 * Everything that will be observed of an authorization once it is assembled, in order of time; before the first phase
 * it is unknown. It follows from the authorization alone, so that every process, at any time, says the same of it.
 */
export function phasesOf(authorization: Authorization, settlementMs: number): readonly Phase[] {
  const { chain, authorizedAt, validUntil } = authorization;
  const outcome = sandboxOutcome(authorization.amount);
  switch (outcome) {
    case 'ordinary':
    case 'answer_lost':
    case 'made_differently':
    case 'first_candidate_down':
    case 'all_chains_down':
      // What is asked before a transfer goes out has no say in what becomes of it.
      return settledAfter(authorization, settlementMs);
    case 'settles_after_3_s':
      return settledAfter(authorization, 3_000);
    case 'settles_after_20_s':
      return settledAfter(authorization, 20_000);
    case 'reverts':
      return [{ from: authorizedAt + settlementMs, state: 'reverted' }];
    case 'expires':
    case 'recipient_blocklisted':
    case 'insufficient_gas':
    case 'spend_limit_onchain':
    case 'wallet_policy_changed':
    case 'wallet_blocklisted':
      // The precheck keeps the latter five from going out; were they sent, no block would hold them.
      return [{ from: validUntil + 1, state: 'expired' }];
    case 'reorganised': {
      const settlesAt = authorizedAt + settlementMs;
      const first = settlesAt + REORGANISED_MS.confirmed;
      const again = settlesAt + REORGANISED_MS.again;
      const firstBlock = blockAt(chain, first);
      // On a slow chain both moments lie in one block time, yet another block has another number.
      const inclusion = { block: firstBlock + 1, at: again };
      return [
        { from: first, state: 'confirmed', block: firstBlock, at: first },
        { from: settlesAt + REORGANISED_MS.lost, state: 'unknown' },
        { from: again, state: 'confirmed', ...inclusion },
        { from: settlesAt + REORGANISED_MS.final, state: 'final', ...inclusion },
      ];
    }
  }
}

/** What is observed at a moment. */
export function observationAt(phases: readonly Phase[], now: number, hash: string): Observation {
  const phase = phases.findLast(({ from }) => from <= now);
  switch (phase?.state) {
    case 'included':
    case 'confirmed':
    case 'final':
      return { state: phase.state, hash, block: phase.block, at: phase.at };
    case 'reverted':
      return { state: 'reverted', hash, final: true };
    case 'expired':
      return { state: 'expired' };
    case 'unknown':
    case undefined:
      return { state: 'unknown' };
  }
}

/** What takes time is in a block for the second half of it, and waits there to be confirmed. */
function settledAfter({ chain, authorizedAt }: Authorization, ms: number): readonly Phase[] {
  const includedAt = authorizedAt + Math.floor(ms / 2);
  const settledAt = authorizedAt + ms;
  const block = blockAt(chain, includedAt);
  const final: Phase = { from: settledAt, state: 'final', block, at: settledAt };
  return ms === 0 ? [final] : [{ from: includedAt, state: 'included', block, at: includedAt }, final];
}

function blockAt(chain: ChainName, at: number): number {
  return Math.floor(at / BLOCK_MS[chain]);
}
