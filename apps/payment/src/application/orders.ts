import type { PaymentOrder } from '@stablecoin/contracts';
import { UnknownStreamError } from '@stablecoin/event-sourcing';
import { paymentStreams } from '../domain/streams';
import type { PaymentHandler } from './handlers';

/** The order of a payment, and the on-chain id that its first event has, if it has one. */
export interface KnownOrder {
  readonly order: PaymentOrder;
  readonly onchainId?: string | undefined;
}

/** Orders kept in memory at most: of more payments than are on their way to be authorized, at full speed. */
const KEPT = 2_000;

/**
 * The orders of payments. An order never changes, so a copy in memory is always right. Its stream is read only after a
 * restart, and when a payment is routed again.
 */
export class Orders {
  readonly #payments: PaymentHandler;
  readonly #orders = new Map<string, KnownOrder>();

  constructor(payments: PaymentHandler) {
    this.#payments = payments;
  }

  /** Orders that are kept now. */
  get size(): number {
    return this.#orders.size;
  }

  /** Keeps the order of a payment that has just been initiated. */
  keep(known: KnownOrder): void {
    this.#orders.set(known.order.paymentId, known);
    if (this.#orders.size <= KEPT) return;
    // Skips entries that were released since; there are few.
    const [oldest] = this.#orders.keys();
    if (oldest !== undefined) this.#orders.delete(oldest);
  }

  /** Forgets an order that is needed again only if the payment is routed again. */
  release(paymentId: string): void {
    this.#orders.delete(paymentId);
  }

  /** @throws {@link UnknownStreamError} there is no such payment, and by now there would be (protocol rule 7) */
  async find(paymentId: string): Promise<KnownOrder> {
    const kept = this.#orders.get(paymentId);
    if (kept !== undefined) return kept;
    const stream = paymentStreams.stream(paymentId);
    const known = await this.#payments.query(stream, (state) =>
      state.phase === 'new' ? undefined : { order: state.order, onchainId: state.onchainId },
    );
    if (known === undefined) throw new UnknownStreamError(stream, 'a message about it');
    this.keep(known);
    return known;
  }
}
