import type { InitiatePayment, Message } from '@stablecoin/contracts';
import type { Generation } from '@stablecoin/stores';
import type { RecordedEvent } from '@stablecoin/event-sourcing';
import type { RequestEvent } from '../domain/request';

/** What follows from a request's events, without any state (protocol rule 9): the messages that it stored. */
export function messagesFor(recorded: RecordedEvent): readonly Message[] {
  const event = recorded as unknown as RequestEvent;
  return 'messages' in event.data ? (event.data.messages as unknown as readonly Message[]) : [];
}

/**
 * As {@link messagesFor}, in a restored store: a payment that was ordered before the boundary may be unwanted by now, so it is
 * held until its order is confirmed (protocol rule 35).
 */
export function messagesIn({ name, boundary }: Pick<Generation, 'name' | 'boundary'>): typeof messagesFor {
  return (event) => {
    const messages = messagesFor(event);
    return event.position > boundary ? messages : messages.map((each) => heldIn(name, each));
  };
}

function heldIn(generation: string, message: Message): Message {
  if (message.type !== 'payment.InitiatePayment' || !message.livemode) return message;
  return { ...message, data: { ...(message.data as InitiatePayment['data']), heldIn: generation } };
}
