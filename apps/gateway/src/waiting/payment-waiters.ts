import type { PublicPaymentEvent } from '@stablecoin/contracts';
import type { Clock, Meter } from '@stablecoin/event-sourcing';
import { ApiError } from '@stablecoin/contracts';

/** Requests that may wait at one time. */
const WAITING_MAX = 20_000;

/** A request that waits for the outcome of its payment. */
export interface PaymentWatch {
  /**
   * Resolves with the event that ends the payment or makes it wait for a person; with `undefined` when the window is over
   * before that.
   */
  outcome(): Promise<PublicPaymentEvent | undefined>;
  /**
   * Once the window is over: resolves with any event of the payment, since it says that the payment exists. One that came
   * before need not have been heard: look first.
   *
   * @param graceMs - how long a sign is waited for
   * @returns `undefined` when there was none
   */
  sign(graceMs: number): Promise<PublicPaymentEvent | undefined>;
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
   * Starts to watch a payment. Call it before the command is published, or events may be missed.
   *
   * @param windowMs - how long to wait for the outcome, in milliseconds
   * @throws ApiError `rate_limited` when too many requests wait
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
  accept(event: PublicPaymentEvent): void {
    const watches = this.#watches.get(event.key);
    if (watches !== undefined) for (const watch of [...watches]) watch.accept(event);
  }

  /** Ends all waits, for a shutdown. The requests answer with the current state. */
  closeWindows(): void {
    for (const watches of [...this.#watches.values()]) for (const watch of [...watches]) watch.closeWindow();
  }
}

class Watch implements PaymentWatch {
  #heard: PublicPaymentEvent | undefined;
  #windowIsOver = false;
  #resolve: ((event: PublicPaymentEvent | undefined) => void) | undefined;
  #cancelTimer: () => void = () => undefined;

  constructor(
    private readonly clock: Clock,
    private readonly windowMs: number,
    private readonly onEnd: () => void,
  ) {
    if (windowMs === 0) this.closeWindow();
  }

  outcome(): Promise<PublicPaymentEvent | undefined> {
    if (this.#heard !== undefined && isOutcome(this.#heard)) return Promise.resolve(this.#heard);
    if (this.#windowIsOver) return Promise.resolve(undefined);
    return this.#wait(this.windowMs, () => this.closeWindow());
  }

  sign(graceMs: number): Promise<PublicPaymentEvent | undefined> {
    if (this.#heard !== undefined) return Promise.resolve(this.#heard);
    return this.#wait(graceMs, () => this.#finish(undefined));
  }

  accept(event: PublicPaymentEvent): void {
    // What answers stays the answer: the bus may deliver an older event once more.
    if (this.#heard === undefined || !this.#answers(this.#heard)) this.#heard = event;
    if (this.#answers(this.#heard)) this.#finish(this.#heard);
  }

  closeWindow(): void {
    if (this.#windowIsOver) return;
    this.#windowIsOver = true;
    this.#finish(undefined);
  }

  end(): void {
    this.#finish(undefined);
    this.onEnd();
  }

  #answers(event: PublicPaymentEvent): boolean {
    return this.#windowIsOver || isOutcome(event);
  }

  #wait(ms: number, whenOver: () => void): Promise<PublicPaymentEvent | undefined> {
    this.#cancelTimer = this.clock.setTimer(this.clock.now() + ms, whenOver);
    return new Promise((resolve) => (this.#resolve = resolve));
  }

  #finish(event: PublicPaymentEvent | undefined): void {
    this.#cancelTimer();
    this.#resolve?.(event);
    this.#resolve = undefined;
  }
}

/** Nothing more is to be waited for, or only a person. */
function isOutcome({ type }: PublicPaymentEvent): boolean {
  return type !== 'payment.initiated';
}
