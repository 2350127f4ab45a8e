import { formatAmount, pocketOf } from '@stablecoin/contracts';
import type { ReservationBook, ApprovalRefused, ApprovalVote } from '@stablecoin/funds/domain';
import type { ReservationRequest } from '@stablecoin/contracts';
import { refuse } from '@stablecoin/event-sourcing';
import type { CommandRefused } from '@stablecoin/event-sourcing';
import {
  chainThatHolds,
  countedBy,
  hasApproved,
  overLimit,
  isByCreator,
  pendingApproval,
  refuseAgain,
  refuseApproval,
  refOf,
  refuseCreator,
  rejectApproval,
  tooLate,
} from '@stablecoin/funds/domain';
import { payerOf } from './payer';
import type { WaitingApproval, WalletState } from './wallet';
import type { SignedTransfer, WalletEvent, WalletSnapshot } from './wallet-events';
import type { ApprovePayment, RejectPayment } from './wallet-commands';

type Decided = readonly (WalletEvent | CommandRefused)[];

/** Has a payment wait for the wallet's approvers. */
export function requestApproval(
  {
    approvalId,
    approvalExpiresAt: expiresAt,
    amount,
    currency,
    candidates,
    transfer,
    policy,
    isPosted,
    isWithinLimit,
    ...data
  }: ReservationRequest & {
    readonly approvalId: string;
    readonly approvalExpiresAt: number;
    readonly transfer?: SignedTransfer;
    readonly isPosted?: true;
    readonly isWithinLimit?: true;
  },
  wallet: WalletSnapshot,
): WalletEvent {
  const threshold = Math.max(wallet.approvalThreshold, policy?.twoApprovers === true ? 2 : 1);
  const asked = { ...refOf(data), approvalId, amount, currency, candidates, threshold, expiresAt };
  const signed = transfer === undefined ? {} : { transfer };
  const ruled = policy === undefined ? {} : { policy };
  const posted = isPosted === undefined ? {} : { isPosted };
  const within = isWithinLimit === undefined ? {} : { isWithinLimit };
  return { type: 'ApprovalRequested', data: { ...asked, ...signed, ...ruled, ...posted, ...within, wallet } };
}

/**
 * With listed approvers each one counts once, until the wallet's threshold is reached; without, the first approval
 * decides, and the key or person that gave it stands for it. Where a policy asks for two people, each of them counts
 * once, whatever approver they name. Then the balance and the limits over a time are checked again, because a waiting payment
 * holds nothing.
 *
 * A wallet on chain pays on its owners' signatures alone. Elsewhere a signature may be left out, and one that is given
 * has to be right.
 */
export function decideApproval({ data, at }: ApprovePayment, state: WalletState): Decided {
  const approval = pendingApproval(state, data.approvalId, at);
  if (approval === undefined) return [tooLate()];
  if (isByCreator(approval, data.by)) return [refuseCreator()];
  const { approvers = [], approvalThreshold = 1, contract } = state.profile ?? {};
  const { signature, by } = data;
  const takesTwo = approval.policy?.twoApprovers === true;
  const isRight = signature !== null && 'signer' in signature;
  const listed = contract?.owners ?? approvers;
  // One listed approver is one person only: the other one of two names nobody.
  const isSecond = takesTwo && approvers.length === 1 && data.approver === null && signature === null;
  // Without listed approvers, any API key of the account may approve, and the operator signs for the wallet.
  const approver = data.approver ?? (isRight && approvers.length === 0 ? signature.signer : null);
  if (!isSecond) {
    if (listed.length > 0 && approver !== null && !listed.includes(approver)) return [notAnApprover(approver)];
    if (approvers.length > 0 && approver === null) return [notAnApprover(null)];
    if (signature !== null && !isRight) return [wrongSignature(signature.problem)];
    if (isRight && signature.signer !== approver) {
      return [wrongSignature(`The signature is of ${signature.signer}, and not of ${approver}.`)];
    }
    if (contract !== undefined && signature === null) {
      const who = approver ?? contract.owners.join(' or ');
      return [wrongSignature(`The wallet needs the signature of ${who}: sign typed_data of the approval.`)];
    }
  }

  // Of two people a name that anybody may give says nothing.
  const [sender = null] = by;
  const named = isSecond || (takesTwo && approvers.length === 0) ? null : data.approver;
  const shown = named ?? (approvers.length > 0 && !isSecond ? approver : (sender ?? approver));
  const isNew = shown !== null && !approval.approvedBy.includes(shown);
  const isProven = isRight && signature.isOperator !== true && approvers.includes(signature.signer);
  const voice: ApprovalVote = isProven ? { by, signer: signature.signer } : { by };
  if (takesTwo && isNew && hasApproved(approval, voice)) return [refuseAgain()];

  const approvedBy = isNew ? [...approval.approvedBy, shown] : approval.approvedBy;
  const isKept = isRight && approval.signatures.every(({ owner }) => owner !== signature.signer);
  const kept = contract !== undefined && isKept ? { owner: signature.signer, sealed: signature.sealed } : null;
  const given: WalletEvent = {
    type: 'ApprovalGiven',
    data: {
      approvalId: approval.approvalId,
      approvedBy,
      ...(kept === null ? {} : { signature: kept }),
      ...(takesTwo && isNew ? { voice } : {}),
    },
  };
  const people = approval.voices.length + (takesTwo && isNew ? 1 : 0);
  const voted = approvedBy.filter((each) => listed.includes(each)).length;
  const isEnough = (approvers.length === 0 || voted >= approvalThreshold) && (!takesTwo || people >= 2);
  if (!isEnough) return [given];
  const signatures = kept === null ? approval.signatures : [...approval.signatures, kept];
  return [given, reserveApproved({ ...approval, signatures }, at, state)];
}

/** Moves no money, so it takes one voice only and that need not be a listed one; a voice that is named must be. */
export function decideRejection({ data, at }: RejectPayment, state: WalletState): Decided {
  const approval = pendingApproval(state, data.approvalId, at);
  if (approval === undefined) return [tooLate()];
  const { approvers = [] } = state.profile ?? {};
  const { approver, reason } = data;
  if (approvers.length > 0 && approver !== null && !approvers.includes(approver)) return [notAnApprover(approver)];
  return withSignedUntil([rejectApproval(approval, { approver, reason })], state);
}

/**
 * Adds until when signatures of a payment that had settled may be used. A restored wallet may not know that they were complete, so
 * the payment takes no refusal for their end.
 */
export function withSignedUntil(
  refusals: readonly ApprovalRefused[],
  { approvals }: WalletState,
): readonly WalletEvent[] {
  return refusals.map(({ type, data }): WalletEvent => {
    const { isPosted, transfer } = approvals.get(data.approvalId) ?? {};
    return isPosted === undefined || transfer === undefined
      ? { type, data }
      : { type, data: { ...data, signedUntil: transfer.validUntil } };
  });
}

/** The funds are set aside now; of a payment that had settled they left then. */
function reserveApproved(approval: WaitingApproval, at: number, state: WalletState): WalletEvent {
  const { reservationId, paymentId, approvalId, currency, amount, transfer, signatures } = approval;
  if (approval.isPosted !== undefined) return signedAgain(approval, state);
  const chain = chainThatHolds(approval, state.book);
  if (chain === undefined) return refuseApproval(approval, insufficient(approval, state.book));
  const over = overLimit(approval, state.windows, at);
  if (over !== undefined) return refuseApproval(approval, over);
  const counted = countedBy(approval, state.windows, at);
  const reservedAt = state.spending.timeFor(at);
  const payer = transfer === undefined ? {} : payerOf(state, { validUntil: transfer.validUntil, signatures });
  return {
    type: 'FundsReserved',
    data: { reservationId, paymentId, chain, currency, amount, reservedAt, approvalId, ...payer, ...counted },
  };
}

function signedAgain(
  { reservationId, paymentId, approvalId, candidates, transfer, signatures }: WaitingApproval,
  state: WalletState,
): WalletEvent {
  const [chain] = candidates;
  const { payer } = transfer === undefined ? {} : payerOf(state, { validUntil: transfer.validUntil, signatures });
  if (chain === undefined || payer === undefined) {
    throw new Error(`approval ${approvalId} is of a payment that had settled, and owners sign nothing for it`);
  }
  return { type: 'PaymentSignedAgain', data: { reservationId, paymentId, approvalId, chain, payer } };
}

function notAnApprover(approver: string | null): CommandRefused {
  const message = approver === null ? 'This wallet has listed approvers: name one.' : `${approver} is not an approver.`;
  return refuse('invalid_request', message, 'approver');
}

function wrongSignature(message: string): CommandRefused {
  return refuse('invalid_request', message, 'signature');
}

/** Why nothing could be reserved, with what there is. */
export function insufficient(
  { candidates, currency, amount }: Pick<ReservationRequest, 'candidates' | 'currency' | 'amount'>,
  book: ReservationBook,
): { readonly code: 'insufficient_balance'; readonly message: string } {
  const held = candidates.map((chain) => `${formatAmount(book.available(pocketOf(chain, currency)))} on ${chain}`);
  return {
    code: 'insufficient_balance',
    message: `The wallet has less than ${formatAmount(BigInt(amount))} ${currency} available: ${held.join(', ')}.`,
  };
}
