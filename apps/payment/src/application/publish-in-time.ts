import { derivedId, type ExpirePayment, type Message } from '@stablecoin/contracts';
import type { Clock, EventStore, RecordedEvent } from '@stablecoin/event-sourcing';
import type { Publish } from '@stablecoin/host';

interface Parts {
  readonly publish: Publish;
  readonly store: Pick<EventStore, 'durable'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** The first step of an order that expires: it asks for a screening, or for the funds. */
interface FirstStep extends Message<string, { readonly paymentId: string }> {
  readonly expiresAt: number;
  /** Of the event that it follows from. */
  readonly position: number;
}

/**
 * Makes a message the first step of an order, if the command that began the payment expires.
 *
 * @param event - what the message follows from
 */
export function expiringWith(event: RecordedEvent, message: Message): Message {
  const { expiresAt } = event.metadata;
  if (expiresAt === undefined) return message;
  const step: FirstStep = {
    ...(message as Message<string, { paymentId: string }>),
    expiresAt,
    position: event.position,
  };
  return step;
}

/**
 * Publishes the messages of payments, and enforces the expiry of orders (protocol rule 30). The first step of an order
 * is published once the order is flushed, if it has not expired by then. Otherwise the payment is told that it expired.
 *
 * @returns a function with the contract of `publish`
 */
export function publishInTime({ publish, store, clock }: Parts): Publish {
  return async (messages) => {
    const steps = messages.filter(isFirstStep);
    if (steps.length === 0) return publish(messages);
    await store.durable(Math.max(...steps.map(({ position }) => position)));
    const now = clock.now();
    return publish(messages.map((message) => (isFirstStep(message) ? inTime(message, now) : message)));
  };
}

function isFirstStep(message: Message): message is FirstStep {
  return message.expiresAt !== undefined;
}

/** Removes the expiry from a message that is sent in time: the payment proceeds from there. */
function inTime({ expiresAt, position: _, ...message }: FirstStep, now: number): Message {
  return now <= expiresAt ? message : expired(message);
}

function expired(step: Omit<FirstStep, 'expiresAt' | 'position'>): ExpirePayment {
  const { paymentId } = step.data;
  const phase = step.type === 'compliance.ScreenPayment' ? 'screening' : 'reserving';
  const id = derivedId('msg', step.time, step.id, 'expired');
  return { ...step, id, type: 'payment.ExpirePayment', key: paymentId, data: { paymentId, phase } };
}
