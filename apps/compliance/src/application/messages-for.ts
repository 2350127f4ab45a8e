import type {
  ComplianceEvent,
  DepositScreened,
  MatchFoundMessage,
  OwnerScreened,
  PaymentScreenedMessage,
  ScreeningCompletedMessage,
  ScreeningOutcome,
} from '@stablecoin/contracts';
import type { RecordedEvent, StoredEvent } from '@stablecoin/event-sourcing';
import { messageFrom } from '@stablecoin/messaging';
import type { ScreeningEvent, ScreeningResult, Waiter } from '../domain/screening';
import { toEventData } from './compliance-result';

/** The messages that an event of a screening leads to: an answer for each that waits (protocol rules 9 and 10). */
export function messagesFor(event: StoredEvent<ScreeningEvent>): readonly ComplianceEvent[] {
  const { type, data } = event;
  switch (type) {
    case 'ScreeningReused':
      return [answer(event, data.waiter, data)];
    case 'ScreeningCompleted':
    case 'ReviewDecided':
      return [
        ...data.waiters.map((waiter) => answer(event, waiter, lasting(data.result))),
        completed(event, data.result),
      ];
    case 'WaitersAnswered':
      return data.waiters.map((waiter) => answer(event, waiter, data));
    case 'ScreeningAbandoned': {
      const reason = 'The identity could not be verified: the provider does not answer.';
      return data.waiters.map((waiter) => answer(event, waiter, { ref: data.ref, status: 'blocked', reason }));
    }
    case 'MatchFound': {
      const { ref, address, source, version, matched, at } = data;
      const found_at = new Date(at).toISOString();
      const found = { ref, address, source, version, matched, found_at };
      return [messageFrom<MatchFoundMessage>(event, { type: 'compliance.match_found', key: ref, data: found })];
    }
    case 'ScreeningRequested':
    case 'ScreeningJoined':
    case 'ScreeningAttemptFailed':
    case 'RescreeningRequested':
    case 'CommandRefused':
      return [];
  }
}

/** Who remembers that a result answers until it expires does not ask whose decision it is. */
function lasting({ ref, status, reason, expiresAt, decision }: ScreeningResult): Parameters<typeof answer>[2] {
  return { ref, status, reason, ...(decision?.notFor === undefined ? { expiresAt } : {}) };
}

function answer(
  event: RecordedEvent,
  { kind, id, walletId }: Waiter,
  { ref, status, reason, expiresAt }: ScreeningOutcome & { readonly expiresAt?: number },
): PaymentScreenedMessage | OwnerScreened | DepositScreened {
  if (kind === 'deposit') {
    const data = { ref, status, reason, depositId: id, walletId: walletId ?? null };
    return messageFrom<DepositScreened>(event, { type: 'compliance.deposit_screened', key: id, data }, id);
  }
  // What real sources say may change before it expires.
  const answersUntil =
    status === 'cleared' && expiresAt !== undefined && !event.metadata.livemode ? { answersUntil: expiresAt } : {};
  return kind === 'payment'
    ? messageFrom<PaymentScreenedMessage>(
        event,
        { type: 'compliance.payment_screened', key: id, data: { ref, status, reason, ...answersUntil, paymentId: id } },
        id,
      )
    : messageFrom<OwnerScreened>(
        event,
        { type: 'compliance.owner_screened', key: id, data: { ref, status, reason, walletId: id } },
        id,
      );
}

function completed(event: RecordedEvent, result: ScreeningResult): ScreeningCompletedMessage {
  return messageFrom(event, { type: 'compliance.completed', key: result.ref, data: toEventData(result) });
}
