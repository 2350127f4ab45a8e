import { DISTINCT_FROM_ANY } from '@stablecoin/access';
import type { LikeOrder, Policies, RecentOrders, RememberedOrder, RequestContext, Requests } from '@stablecoin/access';
import { ApiError, type Payment, type QueryMap } from '@stablecoin/contracts';
import type { Queries } from '@stablecoin/messaging';

/** A request without a key has made its payment by then, or never will: four times its expiry (protocol rule 30). */
const UNKEYED_OVER_MS = 60_000;

/**
 * Refuses an order that repeats an earlier one under another idempotency key: who plans again after a timeout, as agents do,
 * would pay twice. An earlier payment that has failed is no reason to refuse.
 */
export class DuplicateGuard {
  constructor(
    private readonly orders: Pick<RecentOrders, 'remember'>,
    private readonly policies: Pick<Policies, 'duplicateWindowMs'>,
    private readonly requests: Pick<Requests, 'resourcesOf'>,
    private readonly queries: Pick<Queries<QueryMap>, 'ask'>,
  ) {}

  /**
   * Admits an order.
   *
   * @param paymentId - of the payment that it would make
   * @param isConfirmed - the client has confirmed that it means another payment
   * @returns id of the payment that it makes: another one if the same request came before and was not recorded
   * @throws ApiError `possible_duplicate` with the earlier payment's id; `internal_error` when that cannot be read
   */
  async admit(context: RequestContext, order: LikeOrder, paymentId: string, isConfirmed: boolean): Promise<string> {
    const windowMs = await this.policies.duplicateWindowMs(context);
    if (windowMs === null || (await this.#isReplay(context))) return paymentId;
    let distinctFrom = isConfirmed ? DISTINCT_FROM_ANY : null;
    for (;;) {
      const last = await this.orders.remember(context, order, { paymentId, windowMs, distinctFrom });
      if (last.isOwn) return last.paymentId;
      const { account, livemode } = context;
      const earlier = await this.queries.ask('payment.get', { account, livemode, id: last.paymentId });
      const isOver = earlier === null ? hasExpired(last, context.at) : earlier.status === 'failed';
      // Nobody else took the failed one's place, or the next look would be at another payment.
      if (!isOver || distinctFrom === last.paymentId) throw possibleDuplicate(last, earlier, context.at);
      distinctFrom = last.paymentId;
    }
  }

  /** A key that has made a payment makes no other one, so nothing is to be guarded. */
  async #isReplay(context: RequestContext): Promise<boolean> {
    return context.idempotencyKey !== null && (await this.requests.resourcesOf(context)).length > 0;
  }
}

function hasExpired({ isKeyed, orderedAt }: RememberedOrder, at: number): boolean {
  return !isKeyed && at - orderedAt > UNKEYED_OVER_MS;
}

function possibleDuplicate({ paymentId, orderedAt }: RememberedOrder, earlier: Payment | null, at: number): ApiError {
  const minutes = Math.max(0, Math.round((at - orderedAt) / 60_000));
  const state = earlier === null ? 'not known yet' : earlier.status;
  return new ApiError(
    'possible_duplicate',
    `${paymentId}, ordered ${String(minutes)} minutes ago, pays the same amount to the same recipient from the same payer, ` +
      `and is ${state}. If this order repeats it, read that payment. If a second payment is meant, set confirm_distinct to true.`,
    { paymentId },
  );
}
