import { familyOf } from '@stablecoin/contracts';
import type { PaymentErrorCode } from '@stablecoin/contracts';
import { isFound, isTransferOf } from './earlier-use';
import type { OpenedPayment } from './payment';
import type { AuthorizeTransfer, FailPayment, FoundUse, RefuseReservation, ResolveUndone } from './payment-commands';
import type { PaymentEvent, PaymentReauthorized, ReturnedMoney } from './payment-events';
import { wait } from './waits';

type Events = readonly PaymentEvent[];
type Failure = Omit<FailPayment['data'], 'paymentId'>;

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

/**
 * Decides on a settled transfer that was reorganized away and did not come back (protocol rule 19). On Base and Ethereum anybody may send
 * what was signed, so its end is not taken from a clock: it is looked up when a final block proves that it is over.
 */
export function undo({ code, message, heardAt }: Failure, state: OpenedPayment): Events {
  if (state.settlementLost || isUndone(state)) return NOTHING;
  const again = reauthorize(code, heardAt, state);
  if (again !== undefined) return [again];
  const { authorization } = state;
  if (authorization === null || familyOf(authorization.chain) !== 'evm') {
    return [{ type: 'PaymentSettlementLost', data: { code, message } }];
  }
  return [{ type: 'PaymentUndone', data: { code, message, notBefore: authorization.validUntil } }];
}

/** The chain has said what became of an undone payment, after the end of all that was signed for it. */
export function resolveUndone({ inclusion }: ResolveUndone['data'], state: OpenedPayment): Events {
  const { undone, authorization } = state;
  if (undone === null || authorization === null) return NOTHING;
  if (inclusion !== null) {
    const { hash: txHash, block, explorerUrl } = inclusion;
    return [{ type: 'PaymentReincluded', data: { txHash, block, explorerUrl } }];
  }
  const { code, message } = undone;
  // Signatures for a longer time change nothing about any other cause.
  if (code === 'transaction_expired' && isSignedByOwners(authorization)) return [askAgain(state)];
  return [{ type: 'PaymentSettlementLost', data: { code, message, returned: returnedBy(state) } }];
}

function returnedBy({ order, transfer, reservation }: OpenedPayment): ReturnedMoney {
  if (transfer === null || reservation === null) throw new Error(`payment ${order.paymentId} is not authorized`);
  const { chain, currency, amount } = transfer;
  return { reservation, chain, currency, amount };
}

/** Whether the settled transfer is not on chain, and nothing of it can be sent. */
export function isUndone({ undone, askedAgain }: OpenedPayment): boolean {
  return undone !== null || askedAgain !== null;
}

function askAgain({ order, attempt: last, transfer, reservation, onchainId }: OpenedPayment): PaymentEvent {
  const { paymentId, to, policy } = order;
  if (transfer === null || reservation === null) throw new Error(`payment ${paymentId} is not authorized`);
  const { chain, currency, amount } = transfer;
  const attempt = last + 1;
  const request = { id: `${paymentId}#${attempt}`, walletId: reservation.walletId };
  const identified = onchainId === undefined ? {} : { onchainId };
  const ruled = policy === undefined ? {} : { policy };
  return {
    type: 'PaymentReapprovalRequested',
    data: { paymentId, attempt, request, amount, currency, chain, to, ...identified, ...ruled },
  };
}

/**
 * The owners have signed a settled payment again. It keeps its sender and the time of its first authorization: its observer looks for the
 * transfer since then, so one that a restore does not know is found.
 */
export function authorizeAgain(data: AuthorizeTransfer['data'], state: OpenedPayment): Events {
  const { funds, listed, validUntil, payer, earlier } = data;
  const { authorization, order } = state;
  if (authorization === null || payer === undefined || payer.approval === null) {
    throw new Error(`payment ${order.paymentId} had settled, and no owner has signed it again`);
  }
  // With signatures that a restore has lost.
  if (isFound(earlier) && isMadeBy(earlier, state)) {
    const { hash: txHash, block } = earlier.use;
    return [{ type: 'PaymentReincluded', data: { txHash, block, explorerUrl: earlier.explorerUrl } }];
  }
  if (listed === 'unknown') return wait('sanctions_list', funds, state);
  if (listed === 'listed') {
    const message = 'A sanctions list names the recipient, the payment is not made again.';
    return [{ type: 'PaymentUndone', data: { code: 'compliance_blocked', message, notBefore: validUntil } }];
  }
  const renewed = { ...authorization, validUntil, payer };
  return [{ type: 'PaymentReauthorized', data: { authorization: renewed } }];
}

function isMadeBy({ use: { chain, transfer }, payer }: FoundUse, { order, authorization }: OpenedPayment): boolean {
  return chain === authorization?.chain && transfer !== null && isTransferOf(order, transfer, payer);
}

/** The owners do not sign a settled payment again. What one of them has signed may be complete in a store that a restore has replaced. */
export function recordRefusal(
  { code, message, signedUntil }: RefuseReservation['data'],
  { authorization, order }: OpenedPayment,
): Events {
  if (authorization === null) throw new Error(`payment ${order.paymentId} is settled and was never authorized`);
  const notBefore = Math.max(signedUntil ?? 0, authorization.validUntil);
  return [{ type: 'PaymentUndone', data: { code, message, notBefore } }];
}

/**
 * Authorizes a settled transfer again that can no longer happen as it was sent, for the same sender. Owners have signed for one
 * validity; otherwise the new one is as long as the last.
 *
 * @returns undefined if it cannot be made as it was authorized
 */
function reauthorize(
  code: PaymentErrorCode,
  heardAt: number,
  { authorization, reauthorizations }: OpenedPayment,
): PaymentReauthorized | undefined {
  if (authorization === null || reauthorizations >= REAUTHORIZATIONS_MAX) return undefined;
  const { authorizedAt, validUntil } = authorization;
  if (isSignedByOwners(authorization)) {
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

/** Whether what was sent has signatures that the service cannot make. */
function isSignedByOwners({ payer }: NonNullable<OpenedPayment['authorization']>): boolean {
  return (payer?.approval ?? null) !== null;
}
