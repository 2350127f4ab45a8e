import type { InitiatePaymentMessage, Message } from '@stablecoin/contracts';
import type { StoredEvent } from '@stablecoin/event-sourcing';
import type { ServicePorts } from '@stablecoin/host';
import type { RequestEvent } from '../domain/request';

/** A store between two restores. */
type Generation = NonNullable<ServicePorts['generation']>;

/** What follows from a request's events, without any state (protocol rule 9): the messages that it stored. */
export function messagesFor({ type, data }: StoredEvent<RequestEvent>): readonly Message[] {
  return type !== 'CommandRefused' && 'messages' in data ? data.messages : [];
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
  return { ...message, data: { ...(message.data as InitiatePaymentMessage['data']), heldIn: generation } };
}
