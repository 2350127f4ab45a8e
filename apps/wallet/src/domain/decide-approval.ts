import { refuse } from '@stablecoin/event-sourcing';
import type { Command, CommandRefused } from '@stablecoin/event-sourcing';
import { chainThatHolds } from '@stablecoin/reservations/domain';
import { insufficient } from './candidates';
import type { WaitingApproval, WalletState } from './wallet';
import type { ReservationRefused, WalletEvent } from './wallet-events';

interface Decision {
  readonly approvalId: string;
  readonly approver: string | null;
}

export type ApprovePayment = Command<'ApprovePayment', Decision>;
export type RejectPayment = Command<'RejectPayment', Decision>;
/** From the timer of a waiting approval. */
export type ExpireApproval = Command<'ExpireApproval', { readonly approvalId: string }>;

type Decided = readonly (WalletEvent | CommandRefused)[];

/**
 * With listed approvers each one counts once, until the wallet's threshold is reached; without, the first approval
 * decides. Then the balance is checked again, because a waiting payment holds nothing.
 */
export function decideApproval({ data, at }: ApprovePayment, state: WalletState): Decided {
  const approval = waitingApproval(data.approvalId, at, state);
  if (approval === undefined) return [tooLate()];
  const { approvers = [], approvalThreshold = 1 } = state.profile ?? {};
  const { approver } = data;
  if (approvers.length > 0 && (approver === null || !approvers.includes(approver))) return [notAnApprover(approver)];

  const approvedBy = [...new Set([...approval.approvedBy, ...(approver === null ? [] : [approver])])];
  const given: WalletEvent = { type: 'ApprovalGiven', data: { approvalId: approval.approvalId, approvedBy } };
  const enough = approvers.length === 0 || approvedBy.length >= approvalThreshold;
  return enough ? [given, reserveApproved(approval, at, state)] : [given];
}

/** Moves no money, so it takes one voice only and that need not be a listed one; a voice that is named must be. */
export function decideRejection({ data, at }: RejectPayment, state: WalletState): Decided {
  const approval = waitingApproval(data.approvalId, at, state);
  if (approval === undefined) return [tooLate()];
  const { approvers = [] } = state.profile ?? {};
  const { approver } = data;
  if (approvers.length > 0 && approver !== null && !approvers.includes(approver)) return [notAnApprover(approver)];
  const by = approver === null ? '' : ` by ${approver}`;
  return [refused(approval, { code: 'approval_rejected', message: `The payment was rejected${by}.` })];
}

/** On the wallet's stream, so that an approval and its expiry cannot both happen (protocol rule 25). */
export function decideExpiry({ data, at }: ExpireApproval, state: WalletState): Decided {
  const approval = state.approvals.get(data.approvalId);
  if (approval === undefined || at < approval.expiresAt) return [];
  return [refused(approval, { code: 'approval_expired', message: 'Nobody approved the payment in time.' })];
}

function reserveApproved(approval: WaitingApproval, at: number, state: WalletState): WalletEvent {
  const { reservationId, paymentId, approvalId, currency, amount } = approval;
  const chain = chainThatHolds(approval, state.book);
  if (chain === undefined) return refused(approval, insufficient(approval, state.book));
  return {
    type: 'FundsReserved',
    data: { reservationId, paymentId, chain, currency, amount, reservedAt: state.spending.timeFor(at), approvalId },
  };
}

/** An approval that has expired is over, even while its timer has yet to say so. */
function waitingApproval(approvalId: string, at: number, state: WalletState): WaitingApproval | undefined {
  const approval = state.approvals.get(approvalId);
  return approval !== undefined && at < approval.expiresAt ? approval : undefined;
}

function refused(
  { reservationId, paymentId, approvalId }: WaitingApproval,
  why: Pick<ReservationRefused['data'], 'code' | 'message'>,
): ReservationRefused {
  return { type: 'ReservationRefused', data: { reservationId, paymentId, ...why, approvalId } };
}

function tooLate(): CommandRefused {
  return refuse('invalid_state', 'The approval is no longer pending.');
}

function notAnApprover(approver: string | null): CommandRefused {
  const message = approver === null ? 'This wallet has listed approvers: name one.' : `${approver} is not an approver.`;
  return refuse('invalid_request', message, 'approver');
}
