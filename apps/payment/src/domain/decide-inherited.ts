import type { CommandRefused } from '@stablecoin/event-sourcing';
import { isOnChain } from './decide-transfer';
import { recognize } from './earlier-use';
import type { OpenedPayment } from './payment';
import type { ConfirmPayment, EndDoubt, RecordInherited } from './payment-commands';
import type { Ending, PaymentEvent, PaymentFailed, PaymentHeld } from './payment-events';
import { paymentFailed } from './payment-failed';

type Events = readonly PaymentEvent[];

type Decided = PaymentEvent | CommandRefused;

const NOTHING: Events = [];
const DOUBT_ENDED: PaymentEvent = { type: 'PaymentDoubtEnded', data: null };
const EXPIRED = 'The transfer was not included in a block while it was valid; no money moved.';

/**
 * Decides on an open payment that a restored store has inherited, once the chains have said what became of it and nothing old
 * can take effect any more. What was signed and not made has failed, provably. Of what was not signed the chain cannot say
 * whether it is still wanted: it is held. Either is in doubt while the owners of its wallet may have signed it.
 */
export function recordInherited(
  { generation, found, mayBeMade = false, notBefore }: RecordInherited['data'],
  state: OpenedPayment,
): Events {
  // One that had settled and is not on chain any more is owed (protocol rule 19).
  if (state.phase === 'failed' || state.phase === 'settled') return NOTHING;
  if (found !== null) return [recognize(found, state)];
  const failed = paymentFailed(state, 'transaction_expired', EXPIRED, state.reservation);
  if (isOnChain(state) && notBefore === undefined && !mayBeMade) return [failed];
  if (state.held === generation) return NOTHING;
  const held: PaymentHeld = {
    type: 'PaymentHeld',
    data: { generation, ...(notBefore === undefined ? {} : { notBefore }) },
  };
  if (!isOnChain(state)) return [held];
  return [held, mayBeMade ? waitsForPerson(state) : postponed(failed, state)];
}

/** Its sender has ended its authorization: a person cancels it, or has it authorized again. */
function waitsForPerson({ authorization, reservation, order, facts }: OpenedPayment): PaymentEvent {
  if (authorization === null || reservation === null) throw new Error(`payment ${order.paymentId} is not authorized`);
  const funds = { paymentId: order.paymentId, reservationId: reservation.id, chain: authorization.chain };
  return { type: 'PaymentWaiting', data: { reason: 'held', funds, facts: { ...facts, stage: 'held' } } };
}

/**
 * What becomes of a decision on a payment in doubt: the owners of its wallet may have made it, or may still make it, with what
 * they signed before a restore. Only the chain ends it. Another failure takes effect when the chains say that it was not made.
 */
export function inDoubt(events: readonly Decided[], state: OpenedPayment): readonly Decided[] {
  return events.flatMap((event): readonly Decided[] => {
    if (event.type === 'PaymentSettled') return [DOUBT_ENDED, event];
    if (event.type !== 'PaymentFailed') return [event];
    if (event.data.code === 'idempotency_conflict') return [DOUBT_ENDED, event];
    return state.waiting?.ending === undefined ? [postponed(event, state)] : [];
  });
}

function postponed({ data }: PaymentFailed, { facts }: OpenedPayment): PaymentEvent {
  const { code, message, reservation } = data;
  const ending: Ending = { code, message, reservation };
  const waits = { ...facts, complianceRef: data.facts.complianceRef, stage: 'waiting' as const };
  return { type: 'PaymentWaiting', data: { reason: 'in_doubt', funds: null, ending, facts: waits } };
}

/** The chains have said what became of a payment in doubt, after the end of all that could make it. */
export function endDoubt({ found }: EndDoubt['data'], state: OpenedPayment): Events {
  if (state.doubtUntil === null || state.phase === 'failed' || state.phase === 'settled') return NOTHING;
  if (found !== null) return [DOUBT_ENDED, recognize(found, state)];
  const ending = state.waiting?.ending;
  if (ending === undefined) return [DOUBT_ENDED];
  return [DOUBT_ENDED, paymentFailed(state, ending.code, ending.message, ending.reservation)];
}

/** The client has sent the key again, or a person resumes the payment. It counts for the generation that it names alone. */
export function confirm({ generation }: ConfirmPayment['data'], state: OpenedPayment): Events {
  if (state.held !== generation || state.phase === 'failed' || state.phase === 'settled') return NOTHING;
  const funds = state.waiting?.reason === 'held' ? state.waiting.funds : null;
  return [{ type: 'PaymentConfirmed', data: { generation, funds } }];
}
