import { derivedId, type ExpirePayment, type Message } from '@stablecoin/contracts';
import type { Clock, EventStore } from '@stablecoin/event-sourcing';
import type { Bus } from '@stablecoin/messaging';

interface Parts {
  readonly bus: Pick<Bus, 'publish'>;
  readonly store: Pick<EventStore, 'durable'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** The first step of an order: it asks for a screening, or for the funds. */
type FirstStep = Message<string, { readonly paymentId: string }>;

/**
 * Publishes what follows from payments (protocol rule 30). The first step of an order that expires goes out once the order
 * is on the disk, if that is in time; otherwise the payment is told so, and fails unless it had its first step before.
 *
 * @returns publishes messages as {@link Bus.publish} does
 */
export function publishInTime({ bus, store, clock }: Parts): Bus['publish'] {
  return async (messages) => {
    if (messages.every(({ expiresAt }) => expiresAt === undefined)) return bus.publish(messages);
    await store.durable();
    const now = clock.now();
    return bus.publish(messages.map((message) => inTime(message, now)));
  };
}

/** What goes out in time does not expire any more: the payment goes on from there. */
function inTime({ expiresAt, ...message }: Message, now: number): Message {
  return expiresAt === undefined || now <= expiresAt ? message : expired(message as FirstStep);
}

function expired(step: FirstStep): ExpirePayment {
  const { paymentId } = step.data;
  const phase = step.type === 'compliance.ScreenPayment' ? 'screening' : 'reserving';
  const id = derivedId('msg', step.time, step.id, 'expired');
  return { ...step, id, type: 'payment.ExpirePayment', key: paymentId, data: { paymentId, phase } };
}
