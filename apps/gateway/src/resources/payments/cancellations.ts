import type { CancelPaymentMessage, Outcome, Payment, PaymentStage, QueryMap } from '@stablecoin/contracts';
import type { Queries } from '@stablecoin/messaging';
import { foundFor } from '../../application/refusals';
import type { RequestContext } from '@stablecoin/access';
import { commandMessage } from '../../application/command-message';
import type { Writes, Written } from '../../application/writes';

/** Cancels payments. The payment's own stream decides, and the payment itself is the answer (protocol rule 26). */
export class Cancellations {
  constructor(
    private readonly writes: Writes,
    private readonly queries: Queries<QueryMap>,
  ) {}

  /**
   * @returns the payment, `failed` with `canceled`; also when it was canceled before
   * @throws ApiError `not_found`; `invalid_state` when it is too late; `internal_error` when neither is known in time
   */
  async cancel(context: RequestContext, paymentId: string): Promise<Written<Payment>> {
    const payment = foundFor(context.caller, await this.#read(context, paymentId), 'payment', ({ from }) => from);
    return this.writes.perform(context, {
      params: { paymentId },
      plan: () => ({
        resources: [paymentId],
        messages: isCanceled(payment)
          ? []
          : [
              commandMessage<CancelPaymentMessage>(context, {
                type: 'payment.CancelPayment',
                key: paymentId,
                data: { paymentId },
              }),
            ],
      }),
      outcome: async () => outcomeOf(await this.#read(context, paymentId)),
      read: async () => {
        const now = await this.#read(context, paymentId);
        return now !== null && isCanceled(now) ? now : null;
      },
    });
  }

  #read({ account, livemode }: RequestContext, id: string): Promise<Payment | null> {
    return this.queries.ask('payment.get', { account, livemode, id });
  }
}

/** The stages before the authorization for the chain. */
const CANCELABLE: ReadonlySet<PaymentStage> = new Set([
  'screening',
  'awaiting_approval',
  'reserving',
  'waiting',
  'held',
]);

function outcomeOf(payment: Payment | null): Outcome {
  if (payment !== null && isCanceled(payment)) return { applied: true, refusal: null };
  if (payment === null || isCancelable(payment)) return { applied: false, refusal: null };
  const state = payment.status === 'pending' ? 'authorized for the chain' : payment.status;
  const message = `The payment is ${state}, so it cannot be canceled any more.`;
  return { applied: true, refusal: { code: 'invalid_state', message, param: null } };
}

function isCanceled({ status, error_code }: Payment): boolean {
  return status === 'failed' && error_code === 'canceled';
}

/** Until it is authorized for the chain (API decisions, More endpoints). */
function isCancelable({ status, stage }: Payment): boolean {
  return status === 'pending' && CANCELABLE.has(stage);
}
