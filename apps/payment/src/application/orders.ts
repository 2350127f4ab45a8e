import type { PaymentOrder } from '@stablecoin/contracts';
import { UnknownStreamError } from '@stablecoin/event-sourcing';
import { paymentStream } from '../domain/streams';
import type { PaymentHandler } from './handlers';

/** Orders kept in memory at most: of more payments than are on their way to be authorized, at full speed. */
const KEPT = 2_000;

/**
 * What payments were ordered. An order never changes, so one that is in memory is right whatever else has happened,
 * and the stream, which has to be read to be sure of anything else, is only asked after a restart, and for a payment
 * that is routed anew.
 */
export class Orders {
  readonly #payments: PaymentHandler;
  readonly #orders = new Map<string, PaymentOrder>();

  constructor(payments: PaymentHandler) {
    this.#payments = payments;
  }

  /** Orders that are kept now. */
  get size(): number {
    return this.#orders.size;
  }

  /** Keeps the order of a payment that has just been initiated. */
  keep(order: PaymentOrder): void {
    this.#orders.set(order.paymentId, order);
    if (this.#orders.size <= KEPT) return;
    // Looked for anew each time, past the places of those that were released: there are few.
    const [oldest] = this.#orders.keys();
    if (oldest !== undefined) this.#orders.delete(oldest);
  }

  /** Nobody is going to ask for it, unless the payment has to be routed anew. */
  release(paymentId: string): void {
    this.#orders.delete(paymentId);
  }

  /** @throws {@link UnknownStreamError} there is no such payment, and by now there would be (protocol rule 7) */
  async find(paymentId: string): Promise<PaymentOrder> {
    const kept = this.#orders.get(paymentId);
    if (kept !== undefined) return kept;
    const stream = paymentStream(paymentId);
    const order = await this.#payments.query(stream, (state) => (state.phase === 'new' ? undefined : state.order));
    if (order === undefined) throw new UnknownStreamError(stream, 'a message about it');
    this.keep(order);
    return order;
  }
}
