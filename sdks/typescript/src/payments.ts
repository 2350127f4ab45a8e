import { ApiConnectionError, ApiError, WaitTimeoutError } from './errors.js';
import { List } from './pages.js';
import { pathOf, responseOf, type CallOptions, type Transport, type WriteOptions } from './transport.js';
import type { CreatePayment, ListQuery, Payment, Simulation, Timeline } from './types.js';

export interface CreatePaymentOptions extends WriteOptions {
  /** How long to wait for the outcome, in seconds, from 0 (not at all) to 30. Default: the service's 10. */
  readonly waitSeconds?: number | undefined;
}

export interface WaitOptions {
  /** How long to wait in all, in milliseconds. Default: 600,000. */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

const PAYMENTS = '/payments';
const WAIT_SECONDS = 10;
const WAIT_TIMEOUT_MS = 600_000;
const POLL_MS = { first: 500, max: 5_000 };

export class Payments {
  constructor(private readonly transport: Transport) {}

  /**
   * Makes a payment and waits for its outcome. It may still be `pending` afterwards: {@link wait} for it, or use webhooks.
   *
   * @throws InsufficientBalanceError, ComplianceBlockedError or ChainUnavailableError with the `paymentId` of the
   * payment that was refused. Any other failure is a payment with `status: 'failed'` and an `error_code`.
   */
  async create(params: CreatePayment, options: CreatePaymentOptions = {}): Promise<Payment> {
    const { waitSeconds, ...rest } = options;
    const payment = await this.transport.post<Payment>(PAYMENTS, params, {
      ...(waitSeconds !== undefined && {
        headers: { prefer: waitSeconds === 0 ? 'respond-async' : `wait=${waitSeconds}` },
        timeoutMs: this.transport.timeoutMsWith(waitSeconds),
      }),
      ...rest,
    });
    // A replay is pending when a crash came between: the first call would have waited on.
    const { headers, sentAt = 0 } = responseOf(payment) ?? {};
    if (headers?.get('svc-idempotent-replayed') !== 'true') return payment;
    const until = sentAt + (waitSeconds ?? WAIT_SECONDS) * 1_000;
    return (await this.#poll(payment.id, payment, until, isAnswer, options.signal)) ?? payment;
  }

  get(id: string, options?: CallOptions): Promise<Payment> {
    return this.transport.get(pathOf(PAYMENTS, id), {}, options);
  }

  list(query: ListQuery<'listPayments'> = {}, options: CallOptions = {}): List<Payment> {
    return new List(this.transport, PAYMENTS, query, options);
  }

  /**
   * Cancels a payment that is not authorized for the chain yet.
   *
   * @throws InvalidStateError when it is too late
   */
  cancel(id: string, options?: WriteOptions): Promise<Payment> {
    return this.transport.post(pathOf(PAYMENTS, id, '/cancel'), {}, options);
  }

  /** Shows what would become of a payment: every chain with its fee, time and balance. Moves nothing. */
  simulate(params: CreatePayment, options?: WriteOptions): Promise<Simulation> {
    return this.transport.post(`${PAYMENTS}/simulate`, params, options);
  }

  timeline(id: string, options?: CallOptions): Promise<Timeline> {
    return this.transport.get(pathOf(PAYMENTS, id, '/timeline'), {}, options);
  }

  /**
   * Polls until the payment is `settled` or `failed`, also while a person has to decide and while the service is away.
   *
   * @throws WaitTimeoutError when the time is over before
   */
  async wait(id: string, { timeoutMs = WAIT_TIMEOUT_MS, signal }: WaitOptions = {}): Promise<Payment> {
    const until = this.transport.clock.now() + timeoutMs;
    const payment = await this.#poll(id, await this.#read(id, signal), until, hasEnded, signal);
    if (payment === undefined || !hasEnded(payment)) throw new WaitTimeoutError(id);
    return payment;
  }

  /** Reads the payment until it is over or the time is; returns what was seen last. */
  async #poll(
    id: string,
    first: Payment | undefined,
    until: number,
    isOver: (payment: Payment) => boolean,
    signal: AbortSignal | undefined,
  ): Promise<Payment | undefined> {
    const { clock } = this.transport;
    let latest = first;
    for (let delayMs = POLL_MS.first; latest === undefined || !isOver(latest); delayMs *= 2) {
      const leftMs = until - clock.now();
      if (leftMs <= 0) break;
      await clock.sleep(Math.min(delayMs, POLL_MS.max, leftMs), signal);
      latest = (await this.#read(id, signal)) ?? latest;
    }
    return latest;
  }

  /** Undefined when the service cannot be asked just now. */
  async #read(id: string, signal: AbortSignal | undefined): Promise<Payment | undefined> {
    try {
      return await this.get(id, { signal, maxRetries: 0 });
    } catch (error) {
      if ((error instanceof ApiConnectionError || error instanceof ApiError) && error.retryable) return undefined;
      throw error;
    }
  }
}

function hasEnded({ status }: Payment): boolean {
  return status === 'settled' || status === 'failed';
}

/** It has ended, or a person has to decide: the service waits for neither. */
function isAnswer(payment: Payment): boolean {
  const { stage, compliance_ref: ref } = payment;
  return hasEnded(payment) || stage === 'awaiting_approval' || (stage === 'screening' && ref !== null);
}
