import { PAYMENT_EVENT_TYPES } from '@stablecoin/contracts';
import type { Message, PublicPaymentEvent, QueryMap } from '@stablecoin/contracts';
import { Publisher } from '@stablecoin/event-sourcing';
import { ServiceComponents } from '@stablecoin/host';
import type { Queries } from '@stablecoin/messaging';
import type { Runtime } from '@stablecoin/host';
import { Cancellations } from '../../apps/gateway/src/resources/payments/cancellations';
import { messagesFor, messagesIn } from '../../apps/access/src/application/messages-for';
import type { PaymentOrders } from '../../apps/gateway/src/resources/payments/payment-orders';
import { PaymentWaiters } from '../../apps/gateway/src/waiting/payment-waiters';
import { Payments } from '../../apps/gateway/src/resources/payments/payments';
import { Requests } from '../../apps/access/src/application/requests';
import { Wakeups } from '../../apps/gateway/src/waiting/wakeups';
import { Writes } from '../../apps/gateway/src/application/writes';
import { requestDecider, requestStreams } from '../../apps/access/src/domain/request';
import { RequestHandler } from '../../apps/access/src/application/handlers';
import type { Handlers } from './simulated-bus';

/** What the gateway makes of requests for payments. */
export type Orders = Pick<PaymentOrders, 'read' | 'check' | 'lost'>;

/** A gateway without HTTP: what the endpoints call, on the same parts as the gateway's module has. */
export interface Gateway {
  readonly payments: Payments;
  readonly cancellations: Cancellations;
  readonly queries: Queries<QueryMap>;
  readonly handlers: Handlers;
  readonly parts: ServiceComponents;
}

export function assembleGateway(runtime: Runtime, orders: Orders): Gateway {
  const { store, clock, generation, log, meter, bus, queries, configuration } = runtime;
  const restored = generation?.stage === 'accepted' ? generation : null;
  const handler = new RequestHandler({ store, decider: requestDecider, clock, log, meter });
  const publisher = new Publisher({
    ...{ store, clock, log, meter },
    name: 'gateway',
    streams: [requestStreams],
    db: runtime.database('gateway'),
    map: restored === null ? messagesFor : messagesIn(restored),
    publish: (messages) => bus.publish(messages),
  });
  const waiters = new PaymentWaiters(clock, meter);
  const requests = new Requests(handler, bus, store.writing, meter);
  // The workload repeats payments on purpose; the guard has specs of its own.
  const unguarded = { admit: (_context: unknown, _order: unknown, id: string) => Promise.resolve(id) };
  const writes = new Writes(requests, new Wakeups(clock, meter), configuration.waitMs);
  const accept = (message: Message): Promise<void> => {
    waiters.accept(message as PublicPaymentEvent);
    return Promise.resolve();
  };
  return {
    payments: new Payments(
      ...([orders, requests, unguarded, waiters, queries, configuration.waitMs] as const),
      () => Promise.resolve([]),
      restored?.name ?? null,
    ),
    cancellations: new Cancellations(writes, queries),
    queries,
    handlers: new Map(PAYMENT_EVENT_TYPES.map((type) => [type, accept])),
    parts: new ServiceComponents([publisher]),
  };
}
