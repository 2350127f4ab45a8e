import type { TimelineEntry } from '@stablecoin/contracts';
import type { RecordedEvent } from '@stablecoin/event-sourcing';
import { formatAmount } from '@stablecoin/money';
import type { ChainName } from '@stablecoin/money';
import type { PaymentEvent } from '../domain/payment-events';
import { toIso } from '../domain/payment-resource';
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

/** The history of a payment in words, oldest first. Events that only move messages between services are left out. */
export function timelineOf(events: readonly RecordedEvent[]): readonly TimelineEntry[] {
  const entries: TimelineEntry[] = [];
  let latest = 0;
  let asked: readonly ChainName[] = [];
  for (const event of events) {
    const recorded = event as RecordedEvent & PaymentEvent;
    if (recorded.type === 'PaymentRouted') asked = availableChains(recorded.data.candidates);
    const told = tell(recorded, asked);
    if (told === undefined) continue;
    const { type, text, at = event.metadata.at, details } = told;
    // A command has the time of its message, and two messages may come the other way round.
    latest = Math.max(latest, at);
    entries.push({ type, at: toIso(latest), text, ...details });
  }
  return entries;
}

/** @param asked - the chains that funds were asked for on, in order */
function tell(event: PaymentEvent, asked: readonly ChainName[]): Told | undefined {
  switch (event.type) {
    case 'PaymentInitiated': {
      const { amount, currency, to, chain, from } = event.data.order;
      const text = `A payment of ${formatAmount(BigInt(amount))} ${currency} to ${to} was requested.`;
      return { type: 'initiated', text, details: { chain, from } };
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
      return { type: 'routed', text, details: { attempt, candidates: candidates.map(tellCandidate) } };
    }
    case 'PaymentAwaitingApproval': {
      const { approvalId, payment } = event.data;
      const text =
        payment.from === null
          ? 'The amount is above what the treasury pays without an approval.'
          : 'The spend limit of the wallet is reached, an approval is needed.';
      return { type: 'awaiting_approval', text, details: { approval_id: approvalId } };
    }
    case 'PaymentAuthorized': {
      const { chain, authorizedAt, validUntil } = event.data.authorization;
      const skipped = asked.slice(0, Math.max(0, asked.indexOf(chain)));
      const why = skipped.length === 0 ? '' : ` Not enough was available on ${skipped.join(' or ')}.`;
      const text = `Funds are reserved, the transfer on ${chain} is authorized.${why}`;
      return { type: 'authorized', text, at: authorizedAt, details: { chain, valid_until: toIso(validUntil) } };
    }
    case 'PaymentBroadcast': {
      const { hash, explorerUrl, sentAt } = event.data;
      const details = { txHash: hash, explorer_url: explorerUrl };
      return { type: 'broadcast', text: 'The transfer was sent.', at: sentAt, details };
    }
    case 'PaymentIncluded': {
      const { txHash, block, includedAt } = event.data;
      const text = `The transfer is in block ${block}, and waits to be confirmed.`;
      return { type: 'included', text, at: includedAt, details: { txHash, block } };
    }
    case 'PaymentUnconfirmed': {
      const { chain } = event.data;
      const text = `The endpoints of ${chain} do not agree on the transfer, or too few answer. It waits until they do.`;
      return { type: 'unconfirmed', text, details: { chain } };
    }
    case 'PaymentSettled': {
      const { txHash, block, transfer, payment } = event.data;
      const text = `The transfer is on ${transfer.chain}, in block ${block}.`;
      const { settled_at, settlement_ms } = payment;
      const details = { txHash, block, settled_at, settlement_ms };
      return { type: 'settled', text, ...(settled_at === null ? {} : { at: Date.parse(settled_at) }), details };
    }
    case 'PaymentReincluded': {
      const { txHash, block } = event.data;
      const text = `After a reorganisation of the chain the transfer is in block ${block}.`;
      return { type: 'reincluded', text, details: { txHash, block } };
    }
    case 'PaymentReauthorized': {
      const { chain, authorizedAt, validUntil } = event.data.authorization;
      const text = `A reorganisation of ${chain} undid the transfer, and it is authorized anew.`;
      return { type: 'reauthorized', text, at: authorizedAt, details: { chain, valid_until: toIso(validUntil) } };
    }
    case 'PaymentSettlementLost': {
      const { code, message } = event.data;
      const text = `The settled transfer is no longer on chain: ${message}`;
      return { type: 'settlement_lost', text, details: { error_code: code } };
    }
    case 'PaymentFailed': {
      const { code, message } = event.data;
      return { type: 'failed', text: message, details: { error_code: code } };
    }
    case 'VoidAnswered':
    case 'PostAnswered':
      return undefined;
    default:
      // Refused commands.
      return undefined;
  }
}

function tellCandidate({ chain, verdict, reason, fee, settlementMs }: Candidate): Readonly<Record<string, unknown>> {
  return { chain, verdict, reason, fee: formatAmount(BigInt(fee)), settlement_ms: settlementMs };
}
