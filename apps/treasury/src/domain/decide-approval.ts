import type { PaymentErrorCode, ReservationRef, ReservationRequest } from '@stablecoin/contracts';
import type { CommandRefused } from '@stablecoin/event-sourcing';
import { formatAmount, pocketOf } from '@stablecoin/contracts';
import {
  chainThatHolds,
  countedBy,
  hasApproved,
  isByCreator,
  overLimit,
  pendingApproval,
  refOf,
  refuseAgain,
  refuseApproval,
  refuseCreator,
  rejectApproval,
  tooLate,
} from '@stablecoin/funds/domain';
import type {
  ApprovalCanceled,
  ApprovalGiven,
  ApprovalRequested,
  ReservationBook,
  WaitingApproval,
} from '@stablecoin/funds/domain';
import type { TreasuryEvent, TreasuryState } from './treasury';
import type { ApprovalTerms, ApprovePayment, RejectPayment } from './treasury-commands';

type Decided = readonly (TreasuryEvent | CommandRefused)[];

/** Has a payment wait, which holds nothing meanwhile. */
export function requestApproval(request: ReservationRequest & Partial<ApprovalTerms>): ApprovalRequested {
  const { amount, currency, candidates, policy, approvalId, approvalExpiresAt: expiresAt } = request;
  if (approvalId === undefined || expiresAt === undefined) {
    throw new Error(`${request.reservationId} needs an approval, and its command names none`);
  }
  const threshold = policy?.twoApprovers === true ? 2 : 1;
  const asked = { ...refOf(request), approvalId, amount, currency, candidates, threshold, expiresAt };
  return { type: 'ApprovalRequested', data: { ...asked, ...(policy === undefined ? {} : { policy }) } };
}

/**
 * The key or person that approves stands for the approval. Where a policy asks for two people, each of them counts once.
 * Then the balance and the limits over a time are checked again, because a waiting payment holds nothing.
 */
export function decideApproval({ data: { approvalId, by }, at }: ApprovePayment, state: TreasuryState): Decided {
  const approval = pendingApproval(state, approvalId, at);
  if (approval === undefined) return [tooLate()];
  if (isByCreator(approval, by)) return [refuseCreator()];
  const [sender] = by;
  const takesTwo = approval.policy?.twoApprovers === true;
  const isNew = sender !== undefined && !approval.approvedBy.includes(sender);
  if (takesTwo && isNew && hasApproved(approval, { by })) return [refuseAgain()];

  const approvedBy = isNew ? [...approval.approvedBy, sender] : approval.approvedBy;
  const isCounted = takesTwo && isNew;
  const given: ApprovalGiven = {
    type: 'ApprovalGiven',
    data: { approvalId, approvedBy, ...(isCounted ? { voice: { by } } : {}) },
  };
  const isEnough = !takesTwo || approval.voices.length + (isCounted ? 1 : 0) >= 2;
  return isEnough ? [given, reserveApproved(approval, at, state)] : [given];
}

/** Moves no money, so it takes one person only. */
export function decideRejection({ data, at }: RejectPayment, state: TreasuryState): Decided {
  const approval = pendingApproval(state, data.approvalId, at);
  if (approval === undefined) return [tooLate()];
  return [rejectApproval(approval, { approver: null, reason: data.reason })];
}

/** Ends the approval that a reservation waits for; undefined: it waits for none. */
export function cancelApproval(ref: ReservationRef, { waiting }: TreasuryState): ApprovalCanceled | undefined {
  const approvalId = waiting.get(ref.reservationId);
  return approvalId === undefined ? undefined : { type: 'ApprovalCanceled', data: { ...refOf(ref), approvalId } };
}

/** Why nothing could be reserved, with what there is. */
export function insufficient(
  { candidates, currency, amount }: Pick<ReservationRequest, 'candidates' | 'currency' | 'amount'>,
  book: ReservationBook,
): { readonly code: PaymentErrorCode; readonly message: string } {
  const held = candidates
    .map((each) => `${each} has ${formatAmount(book.available(pocketOf(each, currency)))}`)
    .join(', ');
  const message = `The treasury has no ${formatAmount(BigInt(amount))} ${currency} available on one chain: ${held}.`;
  return { code: 'insufficient_balance', message };
}

function reserveApproved(approval: WaitingApproval, at: number, { book, windows }: TreasuryState): TreasuryEvent {
  const { reservationId, paymentId, approvalId, currency, amount } = approval;
  const chain = chainThatHolds(approval, book);
  if (chain === undefined) return refuseApproval(approval, insufficient(approval, book));
  const over = overLimit(approval, windows, at);
  if (over !== undefined) return refuseApproval(approval, over);
  const reserved = { chain, currency, amount, reservationId, paymentId, approvalId };
  return { type: 'FundsReserved', data: { ...reserved, ...countedBy(approval, windows, at) } };
}
