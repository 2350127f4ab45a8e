import type { PaymentEvent } from '@stablecoin/contracts';
import type { Clock, Meter } from '@stablecoin/event-sourcing';
import { ApiError } from '@stablecoin/platform';

/** Requests that may wait at one time. */
const WAITING_MAX = 20_000;

/** A request that waits for what becomes of its payment. */
export interface PaymentWatch {
  /**
   * Resolves with the first event that answers the request: one that ends the payment or makes it wait for a person;
   * once the window is over, any event, since it says that the payment exists.
   *
   * @param graceMs - how long such a sign is waited for when the window is over and there was none
   * @returns `undefined` when nothing was heard of the payment at all
   */
  answer(graceMs: number): Promise<PaymentEvent | undefined>;
  /** Ends the watch. Nothing is waited for any more. */
  end(): void;
}

/** Brings the payments' events to the requests that wait for them, by the payment's id. */
export class PaymentWaiters {
  readonly #watches = new Map<string, Set<Watch>>();
  #size = 0;

  constructor(
    private readonly clock: Clock,
    meter: Meter,
  ) {
    meter.gauge('gateway_waiting_requests', {}, () => this.#size);
  }

  /**
   * Watches a payment. Has to begin before the payment's command is published, or its events might be missed.
   *
   * @param windowMs - how long an outcome is waited for
   * @throws ApiError `rate_limited` when too many requests wait already
   */
  watch(paymentId: string, windowMs: number): PaymentWatch {
    if (this.#size >= WAITING_MAX) {
      throw new ApiError('rate_limited', 'Too many requests wait for their payments: send this one again later.');
    }
    const watches = this.#watches.get(paymentId) ?? new Set();
    this.#watches.set(paymentId, watches);
    const watch = new Watch(this.clock, windowMs, () => {
      if (!watches.delete(watch)) return;
      this.#size -= 1;
      if (watches.size === 0) this.#watches.delete(paymentId);
    });
    watches.add(watch);
    this.#size += 1;
    return watch;
  }

  /** Takes an event from the bus. */
  accept(event: PaymentEvent): void {
    const watches = this.#watches.get(event.key);
    if (watches !== undefined) for (const watch of [...watches]) watch.accept(event);
  }

  /** Ends every window now, for a shutdown: requests answer with what they know. */
  closeWindows(): void {
    for (const watches of [...this.#watches.values()]) for (const watch of [...watches]) watch.closeWindow();
  }
}

class Watch implements PaymentWatch {
  #heard: PaymentEvent | undefined;
  #windowIsOver: boolean;
  #graceMs = 0;
  #resolve: ((event: PaymentEvent | undefined) => void) | undefined;
  #cancelTimer: () => void = () => undefined;

  constructor(
    private readonly clock: Clock,
    private readonly windowMs: number,
    private readonly onEnd: () => void,
  ) {
    this.#windowIsOver = windowMs === 0;
  }

  answer(graceMs: number): Promise<PaymentEvent | undefined> {
    this.#graceMs = graceMs;
    if (this.#heard !== undefined && this.#answers(this.#heard)) return Promise.resolve(this.#heard);
    return new Promise((resolve) => {
      this.#resolve = resolve;
      if (this.#windowIsOver) this.#waitGrace();
      else this.#cancelTimer = this.#after(this.windowMs, () => this.closeWindow());
    });
  }

  accept(event: PaymentEvent): void {
    // What answers stays the answer: the bus may deliver an older event once more.
    if (this.#heard === undefined || !this.#answers(this.#heard)) this.#heard = event;
    if (this.#answers(this.#heard)) this.#finish(this.#heard);
  }

  closeWindow(): void {
    if (this.#windowIsOver) return;
    this.#windowIsOver = true;
    this.#cancelTimer();
    if (this.#heard === undefined) this.#waitGrace();
    else this.#finish(this.#heard);
  }

  end(): void {
    this.#finish(undefined);
    this.onEnd();
  }

  #answers({ type }: PaymentEvent): boolean {
    return this.#windowIsOver || type !== 'payment.initiated';
  }

  #waitGrace(): void {
    this.#cancelTimer = this.#after(this.#graceMs, () => this.#finish(undefined));
  }

  #finish(event: PaymentEvent | undefined): void {
    this.#cancelTimer();
    this.#resolve?.(event);
    this.#resolve = undefined;
  }

  #after(ms: number, callback: () => void): () => void {
    return this.clock.setTimer(this.clock.now() + ms, callback);
  }
}
