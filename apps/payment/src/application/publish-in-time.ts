import { derivedId, type ExpirePayment, type Message } from '@stablecoin/contracts';
import type { Clock, EventStore, RecordedEvent } from '@stablecoin/event-sourcing';
import type { Publish } from '@stablecoin/service-host';

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
 * Publishes what follows from payments (protocol rule 30). The first step of an order that expires goes out once the order
 * is on the disk, if that is in time; otherwise the payment is told so, and fails unless it had its first step before.
 *
 * @returns publishes messages as `publish` does
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

/** What goes out in time does not expire any more: the payment goes on from there. */
function inTime({ expiresAt, position: _, ...message }: FirstStep, now: number): Message {
  return now <= expiresAt ? message : expired(message);
}

function expired(step: Omit<FirstStep, 'expiresAt' | 'position'>): ExpirePayment {
  const { paymentId } = step.data;
  const phase = step.type === 'compliance.ScreenPayment' ? 'screening' : 'reserving';
  const id = derivedId('msg', step.time, step.id, 'expired');
  return { ...step, id, type: 'payment.ExpirePayment', key: paymentId, data: { paymentId, phase } };
}
