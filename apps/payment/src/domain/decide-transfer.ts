import type { PaymentErrorCode } from '@stablecoin/contracts';
import { afterEvent } from './payment';
import type { OpenedPayment } from './payment';
import type { FailPayment, Inclusion, ReportTransfer } from './payment-commands';
import type { PaymentBroadcast, PaymentEvent, PaymentReauthorized } from './payment-events';
import { paymentFailed } from './payment-failed';
import { settled } from './payment-facts';

type Events = readonly PaymentEvent[];

const NOTHING: Events = [];
/** Why a block carries a transfer out without effect. */
const REVERTS: ReadonlySet<PaymentErrorCode> = new Set([
  'transaction_reverted',
  'spend_limit_onchain',
  'wallet_policy_changed',
  'wallet_blocklisted',
]);
/** Maximum renewals of an authorization. A chain that includes nothing for so long needs an operator. */
const REAUTHORIZATIONS_MAX = 20;
/** Validity that owners' signatures must have left to be sent again. Longer than what the chains refuse as too short. */
const SIGNED_LEFT_MS = 60_000;

/** Settled may be said as soon as the transfer is confirmed; failed never follows from here (protocol rule 18). */
export function reportTransfer({ data, at }: ReportTransfer, state: OpenedPayment): Events {
  const { hash, explorerUrl, inclusion } = data;
  switch (state.phase) {
    case 'authorized': {
      // A transfer was sent before it was included.
      const sentAt = Math.max(state.since, Math.min(inclusion?.at ?? at, at));
      const sent: PaymentBroadcast = { type: 'PaymentBroadcast', data: { hash, explorerUrl, sentAt } };
      return [sent, ...include(data, afterEvent(state, sent))];
    }
    case 'broadcast':
    case 'confirming':
      return include(data, state);
    case 'settled':
      if (inclusion === null || (inclusion.block === state.block && hash === state.facts.txHash)) return NOTHING;
      return [{ type: 'PaymentReincluded', data: { txHash: hash, block: inclusion.block, explorerUrl } }];
    case 'screening':
    case 'in_review':
    case 'reserving':
    case 'waiting':
    case 'awaiting_approval':
      throw new Error(`payment ${state.order.paymentId} was transferred in ${state.phase}, before it was authorized`);
    case 'failed':
      // A late report of a check from before the reorganization.
      return NOTHING;
  }
}

/** Whether only the chain can decide the outcome of the payment. */
export function isOnChain({ phase }: OpenedPayment): boolean {
  return phase === 'authorized' || phase === 'broadcast' || phase === 'confirming';
}

/**
 * Events for a transfer that was sent or included. The clock of a chain may lag and often has whole seconds, so an
 * event is never dated before its cause.
 */
function include(data: ReportTransfer['data'], state: OpenedPayment): Events {
  const { hash: txHash, explorerUrl, inclusion, otherHashes } = data;
  const others = otherHashes === undefined ? {} : { otherHashes };
  if (inclusion === null) return NOTHING;
  const { block, blockAt, confirmed } = inclusion;
  const at = Math.max(state.since, inclusion.at);
  if (!confirmed) {
    return block === state.block && txHash === state.facts.txHash
      ? NOTHING
      : [{ type: 'PaymentIncluded', data: { txHash, explorerUrl, block, includedAt: at, ...others } }];
  }
  const { reservation, transfer } = state;
  if (reservation === null || transfer === null) throw new Error(`payment ${state.order.paymentId} is not authorized`);
  const facts = settled(state.facts, { txHash, explorerUrl, settledAt: at });
  return [
    { type: 'PaymentSettled', data: { txHash, block, ...ahead(blockAt), ...others, reservation, transfer, facts } },
  ];
}

function ahead(blockAt: number | undefined): Pick<Inclusion, 'blockAt'> {
  return blockAt === undefined ? {} : { blockAt };
}

/** After authorization, only what follows from the chain fails a payment (protocol rule 15). */
export function failAuthorized({ code, message, heardAt }: FailPayment['data'], state: OpenedPayment): Events {
  switch (state.phase) {
    case 'authorized':
    case 'broadcast':
    case 'confirming':
      return [paymentFailed(state, code, message, state.reservation)];
    case 'settled':
      if (state.settlementLost) return NOTHING;
      return [reauthorize(code, heardAt, state) ?? { type: 'PaymentSettlementLost', data: { code, message } }];
    case 'screening':
    case 'in_review':
    case 'reserving':
    case 'waiting':
    case 'awaiting_approval':
    case 'failed':
      return NOTHING;
  }
}

/**
 * Authorizes a settled transfer again that can no longer happen as it was sent, for the same sender. Owners have signed for one
 * validity; otherwise the new one is as long as the last.
 *
 * @returns undefined if it can never be made
 */
function reauthorize(
  code: PaymentErrorCode,
  heardAt: number,
  { authorization, reauthorizations }: OpenedPayment,
): PaymentReauthorized | undefined {
  if (authorization === null || reauthorizations >= REAUTHORIZATIONS_MAX) return undefined;
  const { payer, authorizedAt, validUntil } = authorization;
  if ((payer?.approval ?? null) !== null) {
    // The signatures outlive what a sender has ended at the acceptance of a restore.
    const isValid = code === 'transaction_expired' && validUntil - heardAt > SIGNED_LEFT_MS;
    return isValid ? { type: 'PaymentReauthorized', data: { authorization } } : undefined;
  }
  // A block may include an expired authorization, which then reverts.
  const hasOnlyExpired = code === 'transaction_expired' || (REVERTS.has(code) && heardAt >= validUntil);
  if (!hasOnlyExpired) return undefined;
  const renewed = { ...authorization, authorizedAt: heardAt, validUntil: heardAt + validUntil - authorizedAt };
  return { type: 'PaymentReauthorized', data: { authorization: renewed } };
}
