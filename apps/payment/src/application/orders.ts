import type { PaymentOrder } from '@stablecoin/contracts';
import { UnknownStreamError } from '@stablecoin/event-sourcing';
import { paymentStream } from '../domain/streams';
import type { PaymentHandler } from './handlers';

/** Orders kept in memory: those of the payments under way, at full speed for some seconds. */
const KEPT = 20_000;

/**
 * What payments were ordered. An order never changes, so one that is in memory is right whatever else has happened,
 * and the stream, which has to be read to be sure of anything else, is only asked after a restart.
 */
export class Orders {
  readonly #payments: PaymentHandler;
  readonly #orders = new Map<string, PaymentOrder>();
  /** From the oldest on. It is never begun anew: that would pass, each time, the places of all that are gone. */
  readonly #byAge = this.#orders.keys();

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
    const oldest = this.#byAge.next();
    if (oldest.done !== true) this.#orders.delete(oldest.value);
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
