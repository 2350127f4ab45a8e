import { StreamCategory, type Command, type Decider } from '@stablecoin/event-sourcing';

/** An order took the place of the last one of its kind: recipient, amount, currency and payer. */
export interface OrderRemembered {
  readonly type: 'OrderRemembered';
  readonly data: {
    readonly paymentId: string;
    /** The request that may make this payment: the stream of its idempotency key, or the id of the HTTP request. */
    readonly holder: string;
    /** Whether the request has an idempotency key. Without one it makes its payment in seconds or never (protocol rule 30). */
    readonly isKeyed: boolean;
    /** Milliseconds since the epoch. */
    readonly orderedAt: number;
  };
}

export type RememberOrder = Command<
  'RememberOrder',
  Omit<OrderRemembered['data'], 'orderedAt'> & {
    /** How long the order before this one counts, in milliseconds. */
    readonly windowMs: number;
    /** The payment that this one is known to differ from; `any`: the client says that it differs from every one. */
    readonly distinctFrom: string | null;
  }
>;

/** The last order of its kind; null: there was none. */
export type RecentOrder = OrderRemembered['data'] | null;

/** Streams: `recent_order-<sha256 of account, mode, payer, recipient, currency, amount>`. */
export const recentOrderStreams = new StreamCategory<OrderRemembered>('recent_order');

/** Value of {@link RememberOrder}'s `distinctFrom` for a client that confirms a second payment. */
export const DISTINCT_FROM_ANY = 'any';

/** Decides which of several orders of one kind is the first; the others are its possible duplicates. */
export const recentOrderDecider: Decider<RecentOrder, RememberOrder, OrderRemembered> = {
  streams: recentOrderStreams,
  firstCommands: ['RememberOrder'],
  initialState: () => null,

  decide({ at, data: { windowMs, distinctFrom, ...order } }, last) {
    const remembered: OrderRemembered = { type: 'OrderRemembered', data: { ...order, orderedAt: at } };
    if (last === null || at - last.orderedAt >= windowMs) return [remembered];
    // The same request, sent again before it was accepted: it makes the payment that it was given first.
    if (last.holder === order.holder) return [];
    return distinctFrom === DISTINCT_FROM_ANY || distinctFrom === last.paymentId ? [remembered] : [];
  },

  evolve: (_last, { data }) => data,
};
