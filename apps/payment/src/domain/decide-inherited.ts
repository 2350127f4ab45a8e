import { isOnChain } from './decide-transfer';
import { recognize } from './earlier-use';
import type { OpenedPayment } from './payment';
import type { ConfirmPayment, RecordInherited } from './payment-commands';
import type { PaymentEvent } from './payment-events';
import { paymentFailed } from './payment-failed';

type Events = readonly PaymentEvent[];

const NOTHING: Events = [];

/**
 * Decides on an open payment that a restored store has inherited, once the chains have said what became of it and nothing old
 * can take effect any more. What was signed and not made has failed, provably. Of what was not signed the chain cannot say
 * whether it is still wanted: it is held.
 */
export function recordInherited(
  { generation, found, notBefore }: RecordInherited['data'],
  state: OpenedPayment,
): Events {
  // One that had settled and is not on chain any more is owed (protocol rule 19).
  if (state.phase === 'failed' || state.phase === 'settled') return NOTHING;
  if (found !== null) return [recognize(found, state)];
  if (isOnChain(state)) {
    const message = 'The transfer was not included in a block while it was valid; no money moved.';
    return [paymentFailed(state, 'transaction_expired', message, state.reservation)];
  }
  if (state.held === generation) return NOTHING;
  return [{ type: 'PaymentHeld', data: { generation, ...(notBefore === undefined ? {} : { notBefore }) } }];
}

/** The client has sent the key again, or a person resumes the payment. It counts for the generation that it names alone. */
export function confirm({ generation }: ConfirmPayment['data'], state: OpenedPayment): Events {
  if (state.held !== generation || state.phase === 'failed' || state.phase === 'settled') return NOTHING;
  const funds = state.waiting?.reason === 'held' ? state.waiting.funds : null;
  return [{ type: 'PaymentConfirmed', data: { generation, funds } }];
}
