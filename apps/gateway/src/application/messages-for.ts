import type { Message } from '@stablecoin/contracts';
import type { RecordedEvent } from '@stablecoin/event-sourcing';
import type { RequestEvent } from '../idempotency/request';

/** What follows from a request's events, without any state (protocol rule 9): the messages that it stored. */
export function messagesFor(recorded: RecordedEvent): readonly Message[] {
  const event = recorded as unknown as RequestEvent;
  return event.type === 'RequestAccepted' ? (event.data.messages as unknown as readonly Message[]) : [];
}
