import { hash } from 'node:crypto';
import type { PaymentOrder } from '@stablecoin/contracts';
import { recentOrderStreams, type OrderRemembered } from '../domain/recent-order';
import type { RecentOrderHandler } from './handlers';
import type { RequestContext } from './request-context';
import { keyStreamOf, requestCommand } from './requests';

/** What makes two orders alike: the payer, the recipient, the amount and its currency. */
export type LikeOrder = Pick<PaymentOrder, 'to' | 'amount' | 'currency' | 'from'>;

/** The last order of its kind. */
export interface RememberedOrder extends Omit<OrderRemembered['data'], 'holder'> {
  /** It is of this request, and not of an earlier one. */
  readonly isOwn: boolean;
}

/** The last order of each kind, so that a repeated one is noticed under any idempotency key. */
export class RecentOrders {
  constructor(private readonly handler: Pick<RecentOrderHandler, 'handle' | 'query'>) {}

  /**
   * Remembers an order, unless one like it was given before and still counts. Of concurrent ones the first is remembered.
   *
   * @param distinctFrom - the earlier payment that this one is known to differ from, or `any`; null: none
   * @returns the order that counts now: the one of this request, or the earlier one
   */
  async remember(
    context: RequestContext,
    order: LikeOrder,
    {
      distinctFrom,
      ...data
    }: { readonly paymentId: string; readonly windowMs: number; readonly distinctFrom: string | null },
  ): Promise<RememberedOrder> {
    const stream = streamOf(context, order);
    const isKeyed = context.idempotencyKey !== null;
    const holder = isKeyed ? keyStreamOf(context) : context.requestId;
    // A request may ask again when it has learned more of the earlier payment: that is another command.
    const id = `${context.requestId}:order:${distinctFrom ?? ''}`;
    await this.handler.handle(stream, {
      ...requestCommand(context, id),
      type: 'RememberOrder',
      data: { ...data, holder, isKeyed, distinctFrom },
    });
    const last = await this.handler.query(stream, (state) => state);
    if (last === undefined || last === null) throw new Error(`no order is remembered in ${stream}`);
    const { holder: lastHolder, ...remembered } = last;
    return { ...remembered, isOwn: lastHolder === holder };
  }
}

/** JSON separates the parts. */
function streamOf({ account, livemode }: RequestContext, { from, to, currency, amount }: LikeOrder): string {
  const parts = [account, livemode, from, to, currency, amount];
  return recentOrderStreams.stream(hash('sha256', JSON.stringify(parts), 'hex'));
}
