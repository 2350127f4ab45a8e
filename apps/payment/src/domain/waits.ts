import type { OpenedPayment } from './payment';
import type { PaymentEvent, ReservedFunds, WaitingReason } from './payment-events';

/** A payment cannot be authorized yet. Told once for each reason. One that is to fail waits for nothing else. */
export function wait(reason: WaitingReason, funds: ReservedFunds, state: OpenedPayment): readonly PaymentEvent[] {
  if (state.waiting?.reason === reason || state.waiting?.ending !== undefined) return [];
  const stage = reason === 'held' ? ('held' as const) : ('waiting' as const);
  // The client of a settled one is told of nothing.
  const facts = state.phase === 'settled' ? state.facts : { ...state.facts, stage };
  return [{ type: 'PaymentWaiting', data: { reason, funds, facts } }];
}
