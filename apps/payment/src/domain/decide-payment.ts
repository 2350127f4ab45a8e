import type { Quote } from '@stablecoin/chains';
import type { PaymentErrorCode, PaymentOrder, PaymentPolicy } from '@stablecoin/contracts';
import { refuse } from '@stablecoin/event-sourcing';
import type { CommandRefused, Decider } from '@stablecoin/event-sourcing';
import { afterEvent, evolvePayment, isToBeScreened, newPayment, openPayment } from './payment';
import type { OpenedPayment, PaymentState } from './payment';
import type {
  AuthorizeTransfer,
  AwaitApproval,
  ExpireOrder,
  FailPayment,
  Inclusion,
  InitiatePayment,
  PaymentCommand,
  RecordScreening,
  ReportTransfer,
} from './payment-commands';
import type {
  PaymentAuthorized,
  PaymentBroadcast,
  PaymentEvent,
  PaymentFailed,
  PaymentInitiated,
  PaymentReauthorized,
  PaymentRouted,
  PaymentScreened,
  Reservation,
  VoidAnswered,
} from './payment-events';
import { failedPayment, settledPayment } from './payment-resource';
import { availableChains, rankCandidates, unavailableMessage, withoutChain } from './routing';
import type { Candidate } from './routing';

type Events = readonly (PaymentEvent | CommandRefused)[];

const NOTHING: Events = [];
/** Why a block carries a transfer out without effect. */
const REVERTS: ReadonlySet<PaymentErrorCode> = new Set([
  'transaction_reverted',
  'spend_limit_onchain',
  'wallet_policy_changed',
]);
/** Maximum renewals of an authorization. A chain that includes nothing for so long needs an operator. */
const REAUTHORIZATIONS_MAX = 20;

/** One payment, from its order to its one terminal event. */
export const paymentDecider: Decider<PaymentState, PaymentCommand, PaymentEvent> = {
  category: 'payment',
  firstCommands: ['InitiatePayment'],
  initialState: () => newPayment,
  decide: decidePayment,
  evolve: evolvePayment,
  // A chain rarely reverts a confirmed transfer.
  isTerminal: ({ phase }) => phase === 'settled' || phase === 'failed',
};

function decidePayment(command: PaymentCommand, state: PaymentState): Events {
  if (state.phase === 'new') {
    if (command.type === 'InitiatePayment') return initiate(command);
    throw new Error(`${command.type} came for a payment that does not exist`);
  }
  switch (command.type) {
    case 'InitiatePayment':
      return NOTHING;
    case 'RecordScreening':
      return recordScreening(command.data, state);
    case 'ExpireScreening':
      // A review has its own deadline, which compliance enforces.
      return state.phase === 'screening'
        ? [fail(state, 'internal_error', 'Screening did not finish in time. Retry after a short delay.', null)]
        : NOTHING;
    case 'ExpireOrder':
      return expire(command.data, state);
    case 'AuthorizeTransfer':
      return authorize(command.data, state);
    case 'RefuseReservation': {
      const { reservationId, code, message } = command.data;
      return waitsFor(state, reservationId) ? [fail(state, code, message, null)] : NOTHING;
    }
    case 'AwaitApproval':
      return awaitApproval(command.data, state);
    case 'AnswerOverdue':
      return answerOverdue(command.data.reservationId, state);
    case 'CancelPayment':
      return cancel(state);
    case 'ReportTransfer':
      return reportTransfer(command, state);
    case 'ReportUnconfirmed':
      return isOnChain(state) ? [{ type: 'PaymentUnconfirmed', data: command.data }] : NOTHING;
    case 'FailPayment':
      return failAuthorized(command.data, state);
  }
}

function initiate({ data: { order, knownScreening, quotes }, account, livemode, at }: InitiatePayment): Events {
  const known = knownScreening === null ? {} : { knownScreening };
  const initiated: PaymentInitiated = {
    type: 'PaymentInitiated',
    data: { order, account, livemode, createdAt: at, ...known },
  };
  if (isToBeScreened(order, knownScreening)) return [initiated];
  return [initiated, ...clear(openPayment(initiated), knownScreening, quotes)];
}

/** Accepted in `screening` and in review alike, whichever result comes first; later ones change nothing (rule 6). */
function recordScreening({ status, ref, reason, quotes }: RecordScreening['data'], state: OpenedPayment): Events {
  if (state.phase !== 'screening' && state.phase !== 'in_review') return NOTHING;
  switch (status) {
    case 'cleared':
      return clear(state, ref, quotes);
    case 'blocked': {
      const screened = { ...state, payment: { ...state.payment, compliance_ref: ref } };
      const message = `The recipient failed screening, the payment was not executed${reason === null ? '' : `: ${reason}`}`;
      return [fail(screened, 'compliance_blocked', message, null)];
    }
    case 'review':
      if (state.phase === 'in_review') return NOTHING;
      return [{ type: 'PaymentInReview', data: { ref, payment: { ...state.payment, compliance_ref: ref } } }];
  }
}

/** Nothing stands against the recipient: chooses the chains and asks for the funds. */
function clear(state: OpenedPayment, ref: string | null, quotes: readonly Quote[] | null): readonly PaymentEvent[] {
  if (quotes === null) throw new Error(`payment ${state.order.paymentId} cannot be routed without quotes`);
  const screened: PaymentScreened = {
    type: 'PaymentScreened',
    data: { ref, skipped: state.order.compliance === 'skip' },
  };
  return [screened, route(afterEvent(state, screened), rankCandidates(quotes))];
}

/** Starts the next attempt on the remaining candidates, or fails the payment when there are none. */
function route(state: OpenedPayment, candidates: readonly Candidate[]): PaymentRouted | PaymentFailed {
  const { order, reservation: previous } = state;
  if (availableChains(candidates).length === 0) {
    return fail(state, 'chain_unavailable', unavailableMessage(order.chain, candidates), previous);
  }
  const attempt = state.attempt + 1;
  const policy = policyOf(order, previous);
  return {
    type: 'PaymentRouted',
    data: {
      paymentId: order.paymentId,
      attempt,
      reservation: { id: `${order.paymentId}#${attempt}`, walletId: order.from },
      amount: order.amount,
      currency: order.currency,
      candidates,
      ...(order.from === null ? {} : { to: order.to }),
      ...(policy === undefined ? {} : { policy }),
      previous,
    },
  };
}

/** An attempt that follows another needs no new approval by the treasury: that one's funds were reserved with it. */
function policyOf({ policy }: PaymentOrder, previous: Reservation | null): PaymentPolicy | undefined {
  if (policy?.treasuryApproval === undefined || previous === null) return policy;
  const { treasuryApproval: _, ...others } = policy;
  return others;
}

/** A payment that is further has had its first step. */
function expire({ phase }: ExpireOrder['data'], state: OpenedPayment): Events {
  if (state.phase !== phase) return NOTHING;
  const message = 'The order could not be recorded in time, so nothing was paid: send it again.';
  return [fail(state, 'internal_error', message, state.reservation)];
}

function authorize(data: AuthorizeTransfer['data'], state: OpenedPayment): Events {
  const { reservationId, chain, health, isListed, sender, source, authorizedAt, validUntil, payer } = data;
  if (!waitsFor(state, reservationId)) {
    return isUnwanted(state, reservationId) ? [{ type: 'VoidAnswered', data: answer(state, reservationId) }] : NOTHING;
  }
  if (isListed) {
    const message = 'A sanctions list that came after the screening names the recipient, the payment was not executed.';
    return [fail(state, 'compliance_blocked', message, state.reservation)];
  }
  if (health.status === 'down') return [route(state, withoutChain(state.candidates, chain, health.reason))];
  const { paymentId: id, to, amount, currency, memo, from: walletId } = state.order;
  const transfer = { id, chain, sender, to, amount, currency, memo, authorizedAt, validUntil };
  const authorization = payer === undefined ? transfer : { ...transfer, payer };
  const reservation = { id: reservationId, walletId };
  const authorized: PaymentAuthorized = { type: 'PaymentAuthorized', data: { authorization, reservation, source } };
  return [authorized];
}

function awaitApproval({ reservationId, approvalId }: AwaitApproval['data'], state: OpenedPayment): Events {
  if (state.phase !== 'reserving' || !waitsFor(state, reservationId)) return NOTHING;
  const payment = { ...state.payment, stage: 'awaiting_approval' as const, approval_id: approvalId };
  return [{ type: 'PaymentAwaitingApproval', data: { approvalId, payment } }];
}

/**
 * Answers an overdue reservation (protocol rule 12): Post when settled, Void when unwanted, nothing while in progress.
 */
function answerOverdue(reservationId: string, state: OpenedPayment): Events {
  if (isUnwanted(state, reservationId)) return [{ type: 'VoidAnswered', data: answer(state, reservationId) }];
  if (state.phase === 'settled') return [{ type: 'PostAnswered', data: answer(state, reservationId) }];
  return NOTHING;
}

function cancel(state: OpenedPayment): Events {
  switch (state.phase) {
    case 'screening':
    case 'in_review':
    case 'reserving':
    case 'awaiting_approval':
      return [fail(state, 'canceled', 'The payment was canceled.', state.reservation)];
    case 'authorized':
    case 'broadcast':
    case 'confirming':
      return [refuse('invalid_state', 'The payment is authorized for the chain and cannot be canceled any more.')];
    case 'settled':
      return [refuse('invalid_state', 'The payment is settled and cannot be canceled any more.')];
    case 'failed':
      if (state.payment.error_code === 'canceled') return NOTHING;
      return [refuse('invalid_state', 'The payment has failed and cannot be canceled any more.')];
  }
}

/** Settled may be said as soon as the transfer is confirmed; failed never follows from here (protocol rule 18). */
function reportTransfer({ data, at }: ReportTransfer, state: OpenedPayment): Events {
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
      if (inclusion === null || (inclusion.block === state.block && hash === state.payment.txHash)) return NOTHING;
      return [{ type: 'PaymentReincluded', data: { txHash: hash, block: inclusion.block, explorerUrl } }];
    case 'screening':
    case 'in_review':
    case 'reserving':
    case 'awaiting_approval':
      throw new Error(`payment ${state.order.paymentId} was transferred in ${state.phase}, before it was authorized`);
    case 'failed':
      // A late report of a check from before the reorganization.
      return NOTHING;
  }
}

/** Whether only the chain can decide the outcome of the payment. */
function isOnChain({ phase }: OpenedPayment): boolean {
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
    return block === state.block && txHash === state.payment.txHash
      ? NOTHING
      : [{ type: 'PaymentIncluded', data: { txHash, explorerUrl, block, includedAt: at, ...others } }];
  }
  const { reservation, transfer, createdAt } = state;
  if (reservation === null || transfer === null) throw new Error(`payment ${state.order.paymentId} is not authorized`);
  const payment = settledPayment(state.payment, { txHash, explorerUrl, at, createdAt });
  return [
    { type: 'PaymentSettled', data: { txHash, block, ...ahead(blockAt), ...others, reservation, transfer, payment } },
  ];
}

function ahead(blockAt: number | undefined): Pick<Inclusion, 'blockAt'> {
  return blockAt === undefined ? {} : { blockAt };
}

function failAuthorized({ code, message, heardAt }: FailPayment['data'], state: OpenedPayment): Events {
  switch (state.phase) {
    case 'authorized':
    case 'broadcast':
    case 'confirming':
      return [fail(state, code, message, state.reservation)];
    case 'settled':
      if (state.settlementLost) return NOTHING;
      if (hasOnlyExpired(code, heardAt, state) && state.reauthorizations < REAUTHORIZATIONS_MAX) {
        return [reauthorize(state, heardAt)];
      }
      return [{ type: 'PaymentSettlementLost', data: { code, message } }];
    case 'screening':
    case 'in_review':
    case 'reserving':
    case 'awaiting_approval':
    case 'failed':
      return NOTHING;
  }
}

/**
 * Whether the transfer failed only because its authorization expired. A block may include an expired authorization,
 * which then reverts.
 */
function hasOnlyExpired(code: PaymentErrorCode, heardAt: number, { authorization }: OpenedPayment): boolean {
  // What owners have signed is valid for that time alone.
  if (authorization === null || (authorization.payer?.approval ?? null) !== null) return false;
  if (code === 'transaction_expired') return true;
  return REVERTS.has(code) && heardAt >= authorization.validUntil;
}

/** Renews the authorization of a transfer that can no longer happen: same sender, same length of validity. */
function reauthorize({ authorization, order }: OpenedPayment, authorizedAt: number): PaymentReauthorized {
  if (authorization === null) throw new Error(`payment ${order.paymentId} is settled and was never authorized`);
  const validUntil = authorizedAt + authorization.validUntil - authorization.authorizedAt;
  return { type: 'PaymentReauthorized', data: { authorization: { ...authorization, authorizedAt, validUntil } } };
}

/** Whether the payment waits for this reservation. Answers may come early or late (protocol rule 6). */
function waitsFor(state: OpenedPayment, reservationId: string): boolean {
  const waits = state.phase === 'reserving' || state.phase === 'awaiting_approval';
  return waits && state.reservation?.id === reservationId;
}

/** Whether a reservation must be voided: the payment failed, or uses another reservation. */
function isUnwanted(state: OpenedPayment, reservationId: string): boolean {
  return state.phase === 'failed' || (state.reservation !== null && state.reservation.id !== reservationId);
}

function answer({ order }: OpenedPayment, reservationId: string): VoidAnswered['data'] {
  return { paymentId: order.paymentId, reservation: { id: reservationId, walletId: order.from } };
}

function fail(
  state: OpenedPayment,
  code: PaymentErrorCode,
  message: string,
  reservation: Reservation | null,
): PaymentFailed {
  const payment = failedPayment(state.payment, code, message);
  return { type: 'PaymentFailed', data: { code, message, reservation, payment } };
}
