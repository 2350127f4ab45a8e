import { mayBeSame } from '@stablecoin/contracts';
import type { PrincipalIds, PaymentErrorCode, PaymentPolicy, ChainName, Currency, Units } from '@stablecoin/contracts';
import { refuse } from '@stablecoin/event-sourcing';
import type { Command, CommandRefused } from '@stablecoin/event-sourcing';
import type { ReservationId } from './reservation-state';

/** A payment waits for an approval, and holds nothing meanwhile. */
export type ApprovalRequested = {
  readonly type: 'ApprovalRequested';
  readonly data: ReservationId & {
    readonly approvalId: string;
    readonly amount: Units;
    readonly currency: Currency;
    readonly candidates: readonly ChainName[];
    readonly threshold: number;
    readonly expiresAt: number;
    /** What the account's policies asked for at the payment's order. Missing when that is nothing. */
    readonly policy?: { readonly [Key in keyof PaymentPolicy]: PaymentPolicy[Key] };
  };
};
/** Somebody approved. Everybody counts once. */
export type ApprovalGiven = {
  readonly type: 'ApprovalGiven';
  readonly data: {
    readonly approvalId: string;
    /** Everybody who has approved until now, and said who they are. */
    readonly approvedBy: readonly string[];
    /** Of an approval that takes two people: one more of them. */
    readonly voice?: ApprovalVote;
  };
};
/** One of the people whom an approval takes. */
export type ApprovalVote = {
  readonly by: PrincipalIds;
  /** The listed approver whose signature came with it; left out: none did. */
  readonly signer?: string;
};
/** The payment no longer wants the reservation that it waits for. */
export type ApprovalCanceled = {
  readonly type: 'ApprovalCanceled';
  readonly data: ReservationId & { readonly approvalId: string };
};
/** A waiting payment is not paid. */
export type ApprovalRefused = {
  readonly type: 'ReservationRefused';
  readonly data: ReservationId & {
    readonly code: PaymentErrorCode;
    readonly message: string;
    readonly approvalId: string;
  };
};

/** From the timer of a waiting approval. */
export type ExpireApproval = Command<'ExpireApproval', { readonly approvalId: string }>;

/** An approval that is awaited. */
export type WaitingApproval = ReservationId & {
  readonly approvalId: string;
  readonly amount: Units;
  readonly currency: Currency;
  readonly candidates: readonly ChainName[];
  readonly expiresAt: number;
  readonly approvedBy: readonly string[];
  readonly policy?: PaymentPolicy;
  /** The people who have approved, where that takes two of them. */
  readonly voices: readonly ApprovalVote[];
};

/** The approvals that a treasury or wallet waits for. Changed in place. */
export interface ApprovalState<Waiting extends WaitingApproval = WaitingApproval> {
  /** By approval id. Each ends by a person, by its expiry or by its payment. */
  readonly approvals: Map<string, Waiting>;
  /** The approval that a reservation waits for, by reservation id. */
  readonly waiting: Map<string, string>;
}

/** @param approvals - from a snapshot */
export function newApprovalState<Waiting extends WaitingApproval>(
  approvals: readonly Waiting[] = [],
): ApprovalState<Waiting> {
  return {
    approvals: new Map(approvals.map((approval) => [approval.approvalId, approval])),
    waiting: new Map(approvals.map(({ reservationId, approvalId }) => [reservationId, approvalId])),
  };
}

/** An approval to which nobody has agreed yet. */
export function waitingApproval({ data }: Pick<ApprovalRequested, 'data'>): WaitingApproval {
  const { reservationId, paymentId, approvalId, amount, currency, candidates, expiresAt, policy } = data;
  const approval = { reservationId, paymentId, approvalId, amount, currency, candidates, expiresAt };
  return { ...approval, approvedBy: [], voices: [], ...(policy === undefined ? {} : { policy }) };
}

/** Has a reservation wait. */
export function beginApproval<Waiting extends WaitingApproval>(
  { approvals, waiting }: ApprovalState<Waiting>,
  approval: Waiting,
): void {
  approvals.set(approval.approvalId, approval);
  waiting.set(approval.reservationId, approval.approvalId);
}

/**
 * Takes down who has approved.
 *
 * @param more - what else the event says of the approval
 */
export function giveApproval<Waiting extends WaitingApproval>(
  { approvals }: ApprovalState<Waiting>,
  { data: { approvalId, approvedBy, voice } }: ApprovalGiven,
  more: (approval: Waiting) => Partial<Waiting> = () => ({}),
): void {
  const approval = approvals.get(approvalId);
  if (approval === undefined) return;
  const voices = voice === undefined ? approval.voices : [...approval.voices, voice];
  approvals.set(approvalId, { ...approval, ...more(approval), approvedBy, voices });
}

/** Has a reservation wait no longer. @param approvalId - none: it has not waited */
export function endApproval({ approvals, waiting }: ApprovalState, approvalId: string | null | undefined): void {
  const approval = approvals.get(approvalId ?? '');
  if (approval === undefined) return;
  approvals.delete(approval.approvalId);
  waiting.delete(approval.reservationId);
}

/** The approval, while it can be decided. One that has expired is over, even while its timer has yet to say so. */
export function pendingApproval<Waiting extends WaitingApproval>(
  { approvals }: ApprovalState<Waiting>,
  approvalId: string,
  at: number,
): Waiting | undefined {
  const approval = approvals.get(approvalId);
  return approval !== undefined && at < approval.expiresAt ? approval : undefined;
}

/** Whether a policy keeps those who are behind a request from approving, because they ordered the payment. */
export function isByCreator({ policy }: WaitingApproval, by: PrincipalIds): boolean {
  return policy?.creator !== undefined && mayBeSame(by, policy.creator);
}

/** Whether one of the people who have approved may be behind another approval. */
export function hasApproved({ voices }: WaitingApproval, voice: ApprovalVote): boolean {
  return voices.some((other) => isOnePerson(other, voice));
}

/** Two listed approvers who have signed are two people, whoever sends their signatures. */
function isOnePerson(one: ApprovalVote, other: ApprovalVote): boolean {
  const haveSigned = one.signer !== undefined && other.signer !== undefined;
  return haveSigned ? one.signer === other.signer : mayBeSame(one.by, other.by);
}

/** On the stream of the approval, so that an approval and its expiry cannot both happen (protocol rule 25). */
export function decideExpiry({ data, at }: ExpireApproval, { approvals }: ApprovalState): readonly ApprovalRefused[] {
  const approval = approvals.get(data.approvalId);
  if (approval === undefined || at < approval.expiresAt) return [];
  return [refuseApproval(approval, { code: 'approval_expired', message: 'Nobody approved the payment in time.' })];
}

/** Ends an approval without a reservation. */
export function refuseApproval(
  { reservationId, paymentId, approvalId }: WaitingApproval,
  why: Pick<ApprovalRefused['data'], 'code' | 'message'>,
): ApprovalRefused {
  return { type: 'ReservationRefused', data: { reservationId, paymentId, ...why, approvalId } };
}

/**
 * Ends an approval because somebody said no.
 *
 * @param by - who is named, and why: the payment's error says both
 */
export function rejectApproval(
  approval: WaitingApproval,
  { approver, reason }: { readonly approver: string | null; readonly reason?: string | undefined },
): ApprovalRefused {
  const rejected = `The payment was rejected${approver === null ? '' : ` by ${approver}`}`;
  return refuseApproval(approval, {
    code: 'approval_rejected',
    message: reason === undefined ? `${rejected}.` : `${rejected}: ${reason}`,
  });
}

/** The answer to a decision on an approval that has ended. */
export function tooLate(): CommandRefused {
  return refuse('invalid_state', 'The approval is no longer pending.');
}

/** The answer to an approval {@link isByCreator}. */
export function refuseCreator(): CommandRefused {
  const rule = 'The policy separate_creator is on: who created a payment cannot approve it.';
  return refuse('insufficient_scope', rule);
}

/** The answer to an approval of somebody who {@link hasApproved}. */
export function refuseAgain(): CommandRefused {
  const rule = 'This approval takes two people, and you, or a key that comes from the same one, have approved already.';
  return refuse('insufficient_scope', rule);
}
