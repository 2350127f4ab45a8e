import type { EarlierUse, Quote } from '@stablecoin/chains';
import type { PaymentOrder, PaymentPolicy } from '@stablecoin/contracts';
import type { ChainName } from '@stablecoin/money';
import { refuse } from '@stablecoin/event-sourcing';
import type { CommandRefused, Decider } from '@stablecoin/event-sourcing';
import { failAuthorized, isOnChain, reportTransfer } from './decide-transfer';
import {
  afterEvent,
  evolvePayment,
  isBeingScreened,
  isReserving,
  isToBeScreened,
  newPayment,
  openPayment,
} from './payment';
import type { OpenedPayment, PaymentState } from './payment';
import type {
  AuthorizeTransfer,
  AwaitApproval,
  Earlier,
  ExpireOrder,
  InitiatePayment,
  PaymentCommand,
  RecordScreening,
} from './payment-commands';
import type {
  PaymentAuthorized,
  PaymentEvent,
  PaymentFailed,
  PaymentInitiated,
  PaymentRouted,
  PaymentScreened,
  PaymentSettled,
  Reservation,
  ReservedFunds,
  VoidAnswered,
  WaitingReason,
} from './payment-events';
import { paymentFailed } from './payment-failed';
import { settledPayment } from './payment-resource';
import { availableChains, onlyOn, rankCandidates, unavailableMessage, withoutChain } from './routing';
import type { Candidate } from './routing';

type Events = readonly (PaymentEvent | CommandRefused)[];

const NOTHING: Events = [];
/** One payment, from its order to its one terminal event. */
export const paymentDecider: Decider<PaymentState, PaymentCommand, PaymentEvent> = {
  category: 'payment',
  isOneTrace: true,
  firstCommands: ['InitiatePayment'],
  initialState: () => newPayment,
  decide: decidePayment,
  evolve: evolvePayment,
  // A chain rarely reverts a confirmed transfer.
  isTerminal: ({ phase }) => phase === 'settled' || phase === 'failed',
};

/** What leads a payment out of waiting. */
const CONTINUES: ReadonlySet<string> = new Set<PaymentEvent['type']>([
  'PaymentRouted',
  'PaymentAuthorized',
  'PaymentSettled',
  'PaymentFailed',
]);

function decidePayment(command: PaymentCommand, state: PaymentState): Events {
  const events = decideStep(command, state);
  if (state.phase !== 'waiting' || !events.some(({ type }) => CONTINUES.has(type))) return events;
  return [{ type: 'PaymentContinued', data: null }, ...events];
}

function decideStep(command: PaymentCommand, state: PaymentState): Events {
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
        ? [paymentFailed(state, 'internal_error', 'Screening did not finish in time. Retry after a short delay.', null)]
        : NOTHING;
    case 'ExpireOrder':
      return expire(command.data, state);
    case 'DeclineFunds':
      return decline(command.data.reservationId, state);
    case 'AuthorizeTransfer':
      return authorize(command.data, state);
    case 'RefuseReservation': {
      const { reservationId, code, message } = command.data;
      return isReserving(state, reservationId) ? [paymentFailed(state, code, message, null)] : NOTHING;
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

function initiate({ data, account, livemode, at }: InitiatePayment): Events {
  const { order, knownScreening, quotes, onchainId } = data;
  const known = knownScreening === null ? {} : { knownScreening };
  const initiated: PaymentInitiated = {
    type: 'PaymentInitiated',
    data: { order, account, livemode, createdAt: at, ...known, onchainId },
  };
  if (isToBeScreened(order, knownScreening)) return [initiated];
  return [initiated, ...clear(openPayment(initiated), knownScreening, quotes)];
}

/** Accepted in `screening` and in review alike, whichever result comes first; later ones change nothing (rule 6). */
function recordScreening({ status, ref, reason, quotes }: RecordScreening['data'], state: OpenedPayment): Events {
  if (!isBeingScreened(state)) return NOTHING;
  switch (status) {
    case 'cleared':
      return clear(state, ref, quotes);
    case 'blocked': {
      const screened = { ...state, payment: { ...state.payment, compliance_ref: ref } };
      const message = `The recipient failed screening, the payment was not executed${reason === null ? '' : `: ${reason}`}`;
      return [paymentFailed(screened, 'compliance_blocked', message, null)];
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
    return paymentFailed(state, 'chain_unavailable', unavailableMessage(order.chain, candidates), previous);
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
      ...(order.from === null ? {} : { to: order.to, ...identified(state) }),
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
  return [paymentFailed(state, 'internal_error', message, state.reservation)];
}

function authorize(data: AuthorizeTransfer['data'], state: OpenedPayment): Events {
  const { funds, health, listed, sender, source, authorizedAt, validUntil, payer, earlier } = data;
  const { reservationId, chain } = funds;
  if (!isReserving(state, reservationId)) return decline(reservationId, state);
  // Before everything that could keep the payment from being made: it has been.
  if (earlier === 'unknown') return wait('earlier_use', funds, state);
  if (earlier !== undefined && !isToBeAuthorized(earlier.use, chain)) return [recognize(data, earlier, state)];
  if (earlier === undefined) {
    if (listed === 'listed') {
      const message =
        'A sanctions list that came after the screening names the recipient, the payment was not executed.';
      return [paymentFailed(state, 'compliance_blocked', message, state.reservation)];
    }
    if (listed === 'unknown') return wait('sanctions_list', funds, state);
    if (health.status === 'down') return [route(state, withoutChain(state.candidates, chain, health.reason))];
  }
  const { paymentId: id, to, amount, currency, memo, from: walletId } = state.order;
  const used = earlier?.use.state === 'recent' ? { usedSince: earlier.use.since } : {};
  const granted = { sender, authorizedAt, validUntil };
  const transfer = { id, chain, to, amount, currency, memo, ...granted, ...identified(state), ...used };
  const authorization = payer === undefined ? transfer : { ...transfer, payer };
  const reservation = { id: reservationId, walletId };
  const authorized: PaymentAuthorized = { type: 'PaymentAuthorized', data: { authorization, reservation, source } };
  return [authorized];
}

/** Told once for each reason. */
function wait(reason: WaitingReason, funds: ReservedFunds, state: OpenedPayment): Events {
  if (state.waitsFor === reason) return NOTHING;
  const payment = { ...state.payment, stage: 'waiting' as const };
  return [{ type: 'PaymentWaiting', data: { reason, funds, payment } }];
}

/** Gives funds back that the payment does not want; funds that it has used already, or wants, stay as they are. */
function decline(reservationId: string, state: OpenedPayment): Events {
  return isUnwanted(state, reservationId) ? [{ type: 'VoidAnswered', data: answer(state, reservationId) }] : NOTHING;
}

/** Used in a block that is not final yet: the observer follows the first transfer, under the same nonce. */
function isToBeAuthorized({ state, chain: usedOn }: EarlierUse, chain: ChainName): boolean {
  return state === 'recent' && usedOn === chain;
}

/**
 * What becomes of a payment whose on-chain id was used before it: it is that transfer, or it conflicts with it (protocol
 * rule 31).
 */
function recognize(
  { funds: { chain, reservationId }, source }: AuthorizeTransfer['data'],
  { use, explorerUrl }: Exclude<Earlier, 'unknown'>,
  state: OpenedPayment,
): PaymentRouted | PaymentSettled | PaymentFailed {
  const { order, createdAt } = state;
  const conflict = (message: string) => paymentFailed(state, 'idempotency_conflict', message, state.reservation);
  if (use.state === 'final') {
    if (use.transfer === null) return conflict(`The transfer was canceled on ${use.chain}. Use a new idempotency key.`);
    const { from, to, currency, amount } = use.transfer;
    const isSame =
      isSameAddress(to, order.to) &&
      isSameAddress(from, source) &&
      currency === order.currency &&
      amount === order.amount;
    if (!isSame) return conflict(`${use.chain} shows another transfer with this idempotency key: ${use.hash}.`);
  }
  if (use.chain !== chain) {
    return state.candidates.some((each) => each.chain === use.chain)
      ? route(state, onlyOn(state.candidates, use.chain))
      : conflict(`The payment was made on ${use.chain} with this idempotency key.`);
  }
  if (use.state === 'recent') throw new Error(`payment ${order.paymentId} was made in a block that is not final`);
  const { hash: txHash, block } = use;
  const at = Math.max(state.since, use.at);
  const payment = settledPayment({ ...state.payment, chain }, { txHash, explorerUrl, at, createdAt });
  const transfer = { chain, currency: order.currency, amount: order.amount, from: source, to: order.to };
  const reservation = { id: reservationId, walletId: order.from };
  return { type: 'PaymentSettled', data: { txHash, block, found: true, reservation, transfer, payment } };
}

/** Addresses of EVM chains are compared without the case of their letters. */
function isSameAddress(one: string, other: string): boolean {
  return one === other || (one.startsWith('0x') && one.toLowerCase() === other.toLowerCase());
}

/** The on-chain id as events carry it. */
function identified({ onchainId }: OpenedPayment): { readonly onchainId?: string } {
  return onchainId === undefined ? {} : { onchainId };
}

function awaitApproval({ reservationId, approvalId }: AwaitApproval['data'], state: OpenedPayment): Events {
  if (state.phase !== 'reserving' || !isReserving(state, reservationId)) return NOTHING;
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
    case 'waiting':
    case 'awaiting_approval':
      return [paymentFailed(state, 'canceled', 'The payment was canceled.', state.reservation)];
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

/** Whether a reservation must be voided: the payment failed, or uses another reservation. */
function isUnwanted(state: OpenedPayment, reservationId: string): boolean {
  return state.phase === 'failed' || (state.reservation !== null && state.reservation.id !== reservationId);
}

function answer({ order }: OpenedPayment, reservationId: string): VoidAnswered['data'] {
  return { paymentId: order.paymentId, reservation: { id: reservationId, walletId: order.from } };
}
