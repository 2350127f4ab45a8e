import type { TimelineEntry, ChainName } from '@stablecoin/contracts';
import type { StoredEvent } from '@stablecoin/event-sourcing';
import { CHAIN_NAMES, familyOf, formatAmount } from '@stablecoin/contracts';
import type {
  PaymentAwaitingApproval,
  PaymentEvent,
  PaymentInitiated,
  PaymentReapprovalRequested,
  PaymentUndone,
  WaitingReason,
} from '../domain/payment-events';
import { rulesExplained } from '../domain/rules-resource';
import { paymentResource, toIso } from '../domain/payment-resource';
import type { Candidate } from '../domain/routing';
import { availableChains } from '../domain/routing';

/** The timeline entry of an event: name, time, sentence and details. */
interface Told {
  readonly type: string;
  readonly text: string;
  /** When the event itself knows better than its command, in milliseconds since the epoch. */
  readonly at?: number;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** A chain that was never asked for, and why. */
interface LeftOut {
  readonly chain: ChainName;
  readonly reason: string;
}

/** What the routing of a payment has come to so far. */
interface Routing {
  readonly leftOut: readonly LeftOut[];
  readonly candidates: readonly Candidate[];
  /** A rule of the account asks for an approval. */
  readonly isRuled: boolean;
}

type TransferEvent = Extract<
  PaymentEvent,
  {
    readonly type:
      | 'PaymentAuthorized'
      | 'PaymentBroadcast'
      | 'PaymentIncluded'
      | 'PaymentUnconfirmed'
      | 'PaymentSettled'
      | 'PaymentReincluded'
      | 'PaymentReauthorized'
      | 'PaymentUndone'
      | 'PaymentReapprovalRequested'
      | 'PaymentSettlementLost'
      | 'PaymentFailed';
  }
>;

const WAITS_FOR: Readonly<Record<WaitingReason, string>> = {
  earlier_use:
    'The chains do not say yet whether this payment was made before, or that transfer is not final. It waits until they do.',
  in_doubt:
    'It is to fail, and the owners of its wallet may have made it before a restore. It waits until that is known.',
  held: 'Its funds are set aside. It waits until its key is sent again, or an operator resumes it.',
  sanctions_list:
    'The recipient cannot be looked up: a sanctions list is missing or too old, the chain does not say who owns the token account, or its owner was not screened. It waits until it can.',
};

/** The history of a payment in words, oldest first. Events that only move messages between services are left out. */
export function timelineOf(events: readonly StoredEvent<PaymentEvent>[]): readonly TimelineEntry[] {
  const entries: TimelineEntry[] = [];
  let latest = 0;
  const routing: { -readonly [Key in keyof Routing]: Routing[Key] } = { leftOut: [], candidates: [], isRuled: false };
  for (const event of events) {
    if (event.type === 'CommandRefused') continue;
    if (event.type === 'PaymentInitiated') {
      routing.leftOut = chainsLeftOut(event.data.order);
      routing.isRuled = (event.data.ruling?.approvals ?? 0) > 0;
    }
    if (event.type === 'PaymentRouted') routing.candidates = event.data.candidates;
    const told = tell(event, routing);
    if (told === undefined) continue;
    const { type, text, at = event.metadata.at, details } = told;
    // A command has the time of its message, and two messages may come the other way round.
    latest = Math.max(latest, at);
    entries.push({ type, at: toIso(latest), text, ...details });
  }
  return entries;
}

function tell(event: PaymentEvent, { leftOut, candidates: considered, isRuled }: Routing): Told | undefined {
  switch (event.type) {
    case 'PaymentInitiated': {
      const { onchainId, order, ruling } = event.data;
      const { amount, currency, to, chain, from } = order;
      const requested = `A payment of ${formatAmount(BigInt(amount))} ${currency} to ${to} was requested.`;
      const identified = onchainId === undefined ? {} : { onchain_id: onchainId };
      const rules = ruling === undefined ? undefined : rulesExplained(ruling);
      const text = [requested, ...(rules?.matches ?? []).map((match) => match.text)].join(' ');
      return { type: 'initiated', text, details: { chain, from, ...identified, ...(rules && { rules }) } };
    }
    case 'PaymentInReview': {
      const { ref } = event.data;
      return { type: 'in_review', text: 'Screening needs the decision of a person.', details: { compliance_ref: ref } };
    }
    case 'PaymentScreened': {
      const { ref, skipped } = event.data;
      const text = skipped ? 'Screening was skipped, as requested.' : 'Screening cleared the recipient.';
      return { type: 'screened', text, details: { compliance_ref: ref } };
    }
    case 'PaymentRouted': {
      const { attempt, candidates, reservation } = event.data;
      const holder = reservation.walletId === null ? 'the treasury' : `wallet ${reservation.walletId}`;
      const text = `Funds were requested from ${holder} on ${availableChains(candidates).join(', then ')}.`;
      const every = [...candidates.map(tellCandidate), ...leftOut.map(tellLeftOut)];
      return { type: 'routed', text, details: { attempt, reservation_id: reservation.id, candidates: every } };
    }
    case 'PaymentAwaitingApproval':
      return tellApproval(event, isRuled);
    case 'PaymentWaiting': {
      const { reason } = event.data;
      return { type: 'waiting', text: WAITS_FOR[reason], details: { reason } };
    }
    case 'PaymentHeld': {
      const text =
        'The service was restored, and no chain has the transfer. It is authorized when its key is sent again, or an operator resumes it.';
      return { type: 'held', text };
    }
    case 'PaymentDoubtEnded':
      return { type: 'doubt_ended', text: 'It is known whether the owners of the wallet made the payment.' };
    case 'PaymentConfirmed':
      return { type: 'confirmed', text: 'The order was confirmed after the restore.' };
    case 'PaymentUnused':
      return { type: 'unused', text: 'No chain has a transfer of this payment.' };
    case 'PaymentContinued':
      return undefined;
    case 'PaymentAuthorized':
    case 'PaymentBroadcast':
    case 'PaymentIncluded':
    case 'PaymentUnconfirmed':
    case 'PaymentSettled':
    case 'PaymentReincluded':
    case 'PaymentReauthorized':
    case 'PaymentUndone':
    case 'PaymentReapprovalRequested':
    case 'PaymentSettlementLost':
    case 'PaymentFailed':
      return tellTransfer(event, { leftOut, candidates: considered, isRuled });
    case 'VoidAnswered':
    case 'PostAnswered':
      return undefined;
    default:
      // Refused commands.
      return undefined;
  }
}

/** What happens from the authorization on. */
function tellTransfer(event: TransferEvent, { leftOut, candidates: considered }: Routing): Told | undefined {
  switch (event.type) {
    case 'PaymentAuthorized': {
      const { chain, authorizedAt, validUntil } = event.data.authorization;
      const { reservation, source } = event.data;
      const asked = availableChains(considered);
      const skipped = asked.slice(0, Math.max(0, asked.indexOf(chain)));
      const why = skipped.length === 0 ? '' : ` Not enough was available on ${skipped.join(' or ')}.`;
      const text = `Funds are reserved, the transfer on ${chain} is authorized.${why}`;
      const details = {
        chain,
        valid_until: toIso(validUntil),
        reservation_id: reservation.id,
        source,
        routes: [...routesOf(considered, chain), ...leftOut.map(tellRouteLeftOut)],
      };
      return { type: 'authorized', text, at: authorizedAt, details };
    }
    case 'PaymentBroadcast': {
      const { hash, explorerUrl, sentAt } = event.data;
      const details = { txHash: hash, explorer_url: explorerUrl };
      return { type: 'broadcast', text: 'The transfer was sent.', at: sentAt, details };
    }
    case 'PaymentIncluded': {
      const { txHash, block, includedAt, otherHashes = [] } = event.data;
      const text = `The transfer is in block ${block}, and waits to be confirmed.`;
      return { type: 'included', text, at: includedAt, details: { txHash, block, other_hashes: otherHashes } };
    }
    case 'PaymentUnconfirmed': {
      const { chain } = event.data;
      const text = `The endpoints of ${chain} do not agree on the transfer, or too few answer. It waits until they do.`;
      return { type: 'unconfirmed', text, details: { chain } };
    }
    case 'PaymentSettled': {
      const { txHash, block, transfer, facts, found = false, otherHashes = [] } = event.data;
      const when = found ? 'was made earlier' : 'is';
      const text = `The transfer ${when} on ${transfer.chain}, in block ${block}.`;
      const { settled_at, settlement_ms } = paymentResource(facts);
      const details = { txHash, block, settled_at, settlement_ms, other_hashes: otherHashes };
      return { type: 'settled', text, ...(facts.settledAt === null ? {} : { at: facts.settledAt }), details };
    }
    case 'PaymentReincluded': {
      const { txHash, block } = event.data;
      const text = `After a reorganisation of the chain the transfer is in block ${block}.`;
      return { type: 'reincluded', text, details: { txHash, block } };
    }
    case 'PaymentReauthorized': {
      const { chain, validUntil } = event.data.authorization;
      const text = `A reorganisation of ${chain} undid the transfer, and it is authorized again.`;
      return { type: 'reauthorized', text, details: { chain, valid_until: toIso(validUntil) } };
    }
    case 'PaymentUndone':
    case 'PaymentReapprovalRequested':
      return tellUndone(event);
    case 'PaymentSettlementLost': {
      const { code, message, returned } = event.data;
      const books = returned === undefined ? '' : ' Its amount is available again.';
      const text = `The settled transfer is no longer on chain: ${message}${books}`;
      return { type: 'settlement_lost', text, details: { error_code: code } };
    }
    case 'PaymentFailed': {
      const { code, message } = event.data;
      const routes = [...routesOf(considered, null), ...leftOut.map(tellRouteLeftOut)];
      const details = { error_code: code, ...(code === 'insufficient_balance' ? { routes } : {}) };
      return { type: 'failed', text: message, details };
    }
  }
}

function tellApproval({ data: { approvalId, facts } }: PaymentAwaitingApproval, isRuled: boolean): Told {
  const above =
    facts.from === null
      ? 'The amount is above what the treasury pays without an approval.'
      : 'The spend limit of the wallet is reached, an approval is needed.';
  const asked = isRuled ? 'A rule of the account asks for an approval.' : above;
  const text = facts.stage === 'done' ? 'The owners of the wallet are asked to sign the payment again.' : asked;
  return { type: 'awaiting_approval', text, details: { approval_id: approvalId } };
}

/** What happens to a settled transfer that a reorganization took away, and that is not sent again as it was signed. */
function tellUndone(event: PaymentUndone | PaymentReapprovalRequested): Told {
  if (event.type === 'PaymentReapprovalRequested') {
    const { chain } = event.data;
    const text = `Every endpoint of ${chain} says that the transfer was not made, and nothing that was signed for it is valid. It needs new signatures.`;
    return { type: 'not_made', text, details: { chain } };
  }
  const { code, message, notBefore } = event.data;
  const text = `A reorganisation of the chain undid the transfer, and it is not sent again as it was signed: ${message} The chain is asked whether somebody else had it included when that is no longer possible.`;
  return { type: 'undone', text, details: { error_code: code, valid_until: toIso(notBefore) } };
}

function tellCandidate({ chain, verdict, reason, fee, settlementMs }: Candidate): Readonly<Record<string, unknown>> {
  return { chain, verdict, reason, fee: formatAmount(BigInt(fee)), settlement_ms: settlementMs };
}

function tellLeftOut({ chain, reason }: LeftOut): Readonly<Record<string, unknown>> {
  return { chain, verdict: 'not_considered', reason, fee: null, settlement_ms: null };
}

function tellRouteLeftOut({ chain, reason }: LeftOut): Readonly<Record<string, unknown>> {
  return { chain, outcome: 'not_considered', reason };
}

/** The chains that a payment cannot use, whatever they cost. */
function chainsLeftOut({ chain: asked, from, candidates }: PaymentInitiated['data']['order']): readonly LeftOut[] {
  const [family] = candidates.map(familyOf);
  const reasonOf = (chain: ChainName): string => {
    if (familyOf(chain) !== family) return 'The recipient has an address of another kind of chain.';
    if (asked !== 'auto') return 'Another chain was asked for.';
    return from === null ? 'The chain is not configured.' : 'The wallet is on another chain.';
  };
  return CHAIN_NAMES.filter((chain) => !candidates.includes(chain)).map((chain) => ({
    chain,
    reason: reasonOf(chain),
  }));
}

/**
 * What became of each chain that was considered.
 *
 * @param chosen - null: none held enough
 */
function routesOf(candidates: readonly Candidate[], chosen: ChainName | null): readonly object[] {
  const asked = availableChains(candidates);
  const end = chosen === null ? asked.length : asked.indexOf(chosen);
  return candidates.map(({ chain, verdict, reason }) => {
    if (verdict !== 'ok') return { chain, outcome: verdict, reason };
    if (chain === chosen) return { chain, outcome: 'chosen', reason: 'The first in order that held enough.' };
    return asked.indexOf(chain) < end
      ? { chain, outcome: 'insufficient_balance', reason: 'Not enough was available there.' }
      : { chain, outcome: 'not_needed', reason: 'A chain before it in order held enough.' };
  });
}
