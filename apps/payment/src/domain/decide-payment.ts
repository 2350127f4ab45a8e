import type { Quote } from '@stablecoin/chains';
import { refuse } from '@stablecoin/event-sourcing';
import type { PaymentOrder } from '@stablecoin/contracts';
import type { CommandRefused, Decider } from '@stablecoin/event-sourcing';
import { answerOverdue, authorize, decline } from './decide-authorization';
import { confirm, endDoubt, inDoubt, recordInherited } from './decide-inherited';
import { recordRefusal, resolveUndone } from './decide-undone';
import { isFound, recognize } from './earlier-use';
import { failAuthorized, isOnChain, reportTransfer } from './decide-transfer';
import {
  afterEvent,
  evolvePayment,
  isAskedAgain,
  isBeingScreened,
  isReserving,
  isToBeScreened,
  newPayment,
  openPayment,
} from './payment';
import type { OpenedPayment, PaymentState } from './payment';
import type {
  AwaitApproval,
  CancelPayment,
  ExpireOrder,
  InitiatePayment,
  LookAgain,
  PaymentCommand,
  RecordScreening,
} from './payment-commands';
import type { PaymentEvent, PaymentInitiated, PaymentScreened } from './payment-events';
import { paymentFailed } from './payment-failed';
import { toIso } from './payment-resource';
import { route } from './route';
import { rankCandidates } from './routing';
import { decide, ruledOrder, rulingOf } from './ruling';
import { paymentStreams } from './streams';

type Events = readonly (PaymentEvent | CommandRefused)[];

const NOTHING: Events = [];
/** One payment, from its order to its one terminal event. */
export const paymentDecider: Decider<PaymentState, PaymentCommand, PaymentEvent> = {
  streams: paymentStreams,
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
  'PaymentUnused',
  'PaymentRouted',
  'PaymentAuthorized',
  'PaymentSettled',
  'PaymentReauthorized',
  'PaymentUndone',
  'PaymentFailed',
]);

function decidePayment(command: PaymentCommand, state: PaymentState): Events {
  const events = stepOf(command, state);
  if (state.phase === 'new' || state.waiting === null || !events.some(({ type }) => CONTINUES.has(type))) return events;
  return [{ type: 'PaymentContinued', data: null }, ...events];
}

function stepOf(command: PaymentCommand, state: PaymentState): Events {
  const events = decideStep(command, state);
  const isInDoubt = state.phase !== 'new' && state.doubtUntil !== null && command.type !== 'EndDoubt';
  return isInDoubt ? inDoubt(events, state) : events;
}

function decideStep(command: PaymentCommand, state: PaymentState): Events {
  if (state.phase === 'new') {
    if (command.type === 'InitiatePayment') return initiate(command);
    throw new Error(`${command.type} came for a payment that does not exist`);
  }
  switch (command.type) {
    case 'InitiatePayment':
      return NOTHING;
    case 'LookAgain':
      return lookAgain(command.data, state);
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
      if (isAskedAgain(state, reservationId)) return recordRefusal(command.data, state);
      return isReserving(state, reservationId) ? [paymentFailed(state, code, message, null)] : NOTHING;
    }
    case 'AwaitApproval':
      return awaitApproval(command.data, state);
    case 'AnswerOverdue':
      return answerOverdue(command.data.reservationId, state);
    case 'RecordInherited':
      return recordInherited(command.data, state);
    case 'EndDoubt':
      return endDoubt(command.data, state);
    case 'ConfirmPayment':
      return confirm(command.data, state);
    case 'CancelPayment':
      return cancel(command.data, state);
    case 'ReportTransfer':
      return reportTransfer(command, state);
    case 'ReportUnconfirmed':
      return isOnChain(state) ? [{ type: 'PaymentUnconfirmed', data: command.data }] : NOTHING;
    case 'FailPayment':
      return failAuthorized(command.data, state);
    case 'ResolveUndone':
      return resolveUndone(command.data, state);
  }
}

function initiate({ data, account, livemode, at }: InitiatePayment): Events {
  const { knownScreening, quotes, onchainId, earlier, heldIn, rules } = data;
  const decision = rules === undefined ? undefined : decide(rules, { ...data.order, at });
  const order = decision === undefined ? data.order : ruledOrder(data.order, decision);
  const known = knownScreening === null ? {} : { knownScreening };
  const first = earlier === undefined && order.refusal === undefined ? {} : ({ looksFirst: true } as const);
  const initiated: PaymentInitiated = {
    type: 'PaymentInitiated',
    data: {
      order,
      account,
      livemode,
      createdAt: at,
      ...known,
      ...first,
      onchainId,
      ...(decision === undefined ? {} : { ruling: rulingOf(decision) }),
    },
  };
  const opened = openPayment(initiated);
  if (earlier !== undefined && isFound(earlier)) return [initiated, recognize(earlier, opened)];
  const held: readonly PaymentEvent[] =
    heldIn === undefined ? [] : [{ type: 'PaymentHeld', data: { generation: heldIn } }];
  if (earlier !== undefined) {
    const facts = { ...opened.facts, stage: 'waiting' as const };
    const waiting: PaymentEvent = { type: 'PaymentWaiting', data: { reason: 'earlier_use', funds: null, facts } };
    return [initiated, ...held, waiting];
  }
  if (order.refusal !== undefined) return [initiated, refused(order.refusal, opened)];
  if (isToBeScreened(order, knownScreening)) return [initiated, ...held];
  return [initiated, ...held, ...clear(opened, knownScreening, quotes)];
}

/** The payment is not asked for anything before the chains have answered. */
function lookAgain({ earlier, knownScreening, quotes }: LookAgain['data'], state: OpenedPayment): Events {
  if (state.phase !== 'waiting' || state.waiting?.funds !== null) return NOTHING;
  if (earlier !== undefined) return isFound(earlier) ? [recognize(earlier, state)] : NOTHING;
  const { order } = state;
  if (order.refusal !== undefined) return [refused(order.refusal, state)];
  const isScreened = isToBeScreened(order, knownScreening);
  const unused: PaymentEvent = { type: 'PaymentUnused', data: { order, isScreened } };
  return isScreened ? [unused] : [unused, ...clear(state, knownScreening, quotes)];
}

/** The rules deny it, or it was looked up although it was refused, and was not made before. */
function refused({ code, message }: NonNullable<PaymentOrder['refusal']>, state: OpenedPayment): PaymentEvent {
  const unpaid = code === 'rule_denied' ? 'Nothing was paid.' : 'No chain has the transfer, so nothing was paid.';
  return paymentFailed(state, code, `${message} ${unpaid}`, null);
}

/** Accepted in `screening` and in review alike, whichever result comes first; later ones change nothing (rule 6). */
function recordScreening({ status, ref, reason, quotes }: RecordScreening['data'], state: OpenedPayment): Events {
  if (!isBeingScreened(state)) return NOTHING;
  switch (status) {
    case 'cleared':
      return clear(state, ref, quotes);
    case 'blocked': {
      const screened = { ...state, facts: { ...state.facts, complianceRef: ref } };
      const message = `The recipient failed screening, the payment was not executed${reason === null ? '' : `: ${reason}`}`;
      return [paymentFailed(screened, 'compliance_blocked', message, null)];
    }
    case 'review':
      if (state.phase === 'in_review') return NOTHING;
      return [{ type: 'PaymentInReview', data: { ref, facts: { ...state.facts, complianceRef: ref } } }];
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

/** A payment that is further has had its first step. */
function expire({ phase }: ExpireOrder['data'], state: OpenedPayment): Events {
  if (state.phase !== phase) return NOTHING;
  const message = 'The order could not be recorded in time, so nothing was paid: send it again.';
  return [paymentFailed(state, 'internal_error', message, state.reservation)];
}

function awaitApproval({ reservationId, approvalId }: AwaitApproval['data'], state: OpenedPayment): Events {
  if (isAskedAgain(state, reservationId)) {
    return [{ type: 'PaymentAwaitingApproval', data: { approvalId, facts: { ...state.facts, approvalId } } }];
  }
  if (state.phase !== 'reserving' || !isReserving(state, reservationId)) return NOTHING;
  const facts = { ...state.facts, stage: 'awaiting_approval' as const, approvalId };
  return [{ type: 'PaymentAwaitingApproval', data: { approvalId, facts } }];
}

function cancel({ areRecordsMissing = false }: CancelPayment['data'], state: OpenedPayment): Events {
  const { doubtUntil, waiting } = state;
  if (doubtUntil !== null && state.phase !== 'failed' && state.phase !== 'settled') {
    const until = toIso(doubtUntil);
    return [
      refuse('invalid_state', `The owners of the wallet may have made the payment. It is known soon after ${until}.`),
    ];
  }
  if (areRecordsMissing && state.phase === 'waiting' && waiting?.reason === 'earlier_use') {
    return [
      refuse('invalid_state', 'The payment may have been made before a restore. Cancel it when the chains have said.'),
    ];
  }
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
      if (state.facts.failure?.code === 'canceled') return NOTHING;
      return [refuse('invalid_state', 'The payment has failed and cannot be canceled any more.')];
  }
}
