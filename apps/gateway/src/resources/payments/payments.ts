import {
  ApiError,
  newId,
  PAYMENT_ERROR_CODES,
  type ConfirmPaymentMessage,
  type InitiatePaymentMessage,
  type Payment,
  type PaymentOrder,
  type PaymentStage,
  type QueryMap,
  type Simulation,
  type Tenant,
} from '@stablecoin/contracts';
import type { Queries } from '@stablecoin/messaging';
import type { Caller, Accepted, RequestPlan, Requests } from '@stablecoin/access';
import { requireOwnWallet, keyScopeOf, type RequestContext } from '@stablecoin/access';
import { commandMessage } from '../../application/command-message';
import type { CheckedOrder, OrderInput, PaymentOrders, ReadOrder } from './payment-orders';
import type { DuplicateGuard } from './duplicate-guard';
import type { PaymentWaiters, PaymentWatch } from '../../waiting/payment-waiters';
import type { Written } from '../../application/writes';

/** The refusals that the contract answers with an error of their own; every other failure is a payment's state. */
const REFUSALS = [
  'insufficient_balance',
  'compliance_blocked',
  'rule_denied',
  'chain_unavailable',
  'idempotency_conflict',
] as const;

/** What idempotency keys of payments count within. */
const CREATE = 'POST /v1/payments';

/** Makes payments, and waits with the client for what becomes of them. */
export class Payments {
  constructor(
    private readonly orders: Pick<PaymentOrders, 'read' | 'check' | 'lost'>,
    private readonly requests: Requests,
    private readonly guard: Pick<DuplicateGuard, 'admit'>,
    private readonly waiters: PaymentWaiters,
    private readonly queries: Queries<QueryMap>,
    /** How long an outcome is waited for by default, and a sign of the payment at least; in milliseconds. */
    private readonly waitMs: number,
    /** What keys of a tenant that are bound to wallets count theirs within. */
    private readonly keyScopes: (tenant: Tenant) => Promise<readonly string[]> = () => Promise.resolve([]),
    /** The generation of a restored store, while records may be missing in it; null: none is missing. */
    private readonly generation: string | null = null,
  ) {}

  /**
   * Makes a payment, or finds the one that was made with the same idempotency key.
   *
   * @param windowMs - how long its outcome is waited for; 0: not at all
   * @returns the payment: it exists, durably
   * @throws ApiError as {@link PaymentOrders.check}; `insufficient_balance`, `compliance_blocked`, `rule_denied`, `chain_unavailable`
   * with the failed payment's id; `idempotency_conflict`; `possible_duplicate` with the earlier payment's id; `internal_error` when nothing is heard of the payment
   */
  async place(context: RequestContext, input: OrderInput, windowMs = this.waitMs): Promise<Written<Payment>> {
    requireOwnWallet(context.caller, input.from ?? null, 'from');
    const read = this.orders.read(input);
    let order: CheckedOrder;
    try {
      order = await this.orders.check(context, read);
    } catch (refusal) {
      // Settings and plans change: who was paid then must not look unpaid now, or is paid once more.
      const original = await this.requests.find(context, read.params);
      if (original !== null) return { object: await this.#replay(context, original, windowMs), replayed: true };
      order = await this.#lostOrder(context, read, refusal);
    }
    const id = await this.guard.admit(context, read.params, newId('pay', context.at), input.confirm_distinct ?? false);
    const watch = this.waiters.watch(id, windowMs);
    try {
      const plan = (): RequestPlan => ({ resources: [id], messages: [initiate(context, id, order)] });
      const accepted = await this.requests.accept(context, read.params, plan, { keyExpires: false });
      if (accepted.replayed) return { object: await this.#replay(context, accepted, windowMs), replayed: true };
      return { object: refuseFailed(await this.#outcome(context, id, watch, windowMs), false), replayed: false };
    } finally {
      watch.end();
    }
  }

  /**
   * Id of the payment that was made with an idempotency key, by the account or by one of its keys that are bound to
   * wallets; undefined: there is none.
   */
  async idOf(caller: Pick<Caller, 'account' | 'livemode' | 'walletIds'>, key: string): Promise<string | undefined> {
    const { account, livemode } = caller;
    const own = keyScopeOf(caller);
    const scopes = own === null ? [null, ...(await this.keyScopes({ account, livemode }))] : [own, null];
    const held = await Promise.all(
      scopes.map((keyScope) =>
        this.requests.resourcesOf({ account, livemode, operation: CREATE, idempotencyKey: key, keyScope }),
      ),
    );
    return held.flat()[0];
  }

  /**
   * What would become of a payment. Moves nothing, and a key keeps nothing but what was asked for: a replay says how
   * things stand by then.
   *
   * @throws ApiError as {@link PaymentOrders.check}; `idempotency_conflict`
   */
  async simulate(context: RequestContext, input: OrderInput): Promise<Written<Simulation>> {
    const { account, livemode, at } = context;
    requireOwnWallet(context.caller, input.from ?? null, 'from');
    const read = this.orders.read(input);
    const checked = await this.orders.check(context, read);
    const { replayed } = await this.requests.accept(context, read.params, () => ({ resources: [], messages: [] }));
    const order = { paymentId: newId('pay', at), idempotencyKey: null, ...checked };
    return { object: await this.queries.ask('payment.simulate', { account, livemode, order }), replayed };
  }

  async #outcome(context: RequestContext, id: string, watch: PaymentWatch, windowMs: number): Promise<Payment> {
    // An event is durable before it is published, so its data is an answer.
    const outcome = await watch.outcome();
    if (outcome !== undefined) return outcome.data;
    // Who does not wait is answered by the first sign of the payment, which is still to come.
    const now = windowMs === 0 ? null : await this.#read(context, id);
    if (now !== null) return now;
    const sign = await watch.sign(this.#graceMs(windowMs));
    return sign?.data ?? (await this.#read(context, id)) ?? noOutcome();
  }

  /**
   * A duplicate waits as the first request does, and answers as that would: with the payment as it is then, or with its
   * refusal.
   */
  async #replay(context: RequestContext, original: Accepted, windowMs: number): Promise<Payment> {
    return refuseFailed(await this.#original(context, original, windowMs), true);
  }

  async #original(context: RequestContext, original: Accepted, windowMs: number): Promise<Payment> {
    const [id] = original.resources;
    if (id === undefined) throw new Error(`request ${original.requestId} has made no payment`);
    const watch = this.waiters.watch(id, windowMs);
    try {
      const now = await this.#read(context, id);
      // An order that was recorded before a restore may have no payment yet.
      const isOpen = now === null || now.status === 'pending';
      const isReleased = isOpen && (await this.#confirm(context, original, id));
      if (now !== null && isAnswer(now) && !(isReleased && now.stage === 'held')) return now;
      await watch.outcome();
      const then = await this.#read(context, id);
      if (then !== null) return then;
      await watch.sign(this.#graceMs(windowMs));
      return (await this.#read(context, id)) ?? noOutcome();
    } finally {
      watch.end();
    }
  }

  /**
   * Settings, screening and plans may refuse an order now that was carried out before a restore, in the part of its records
   * that is lost. Then the chain decides (protocol rule 36): it was made, or it fails as refused.
   *
   * @throws the refusal, unless the payment may have been made
   */
  async #lostOrder(context: RequestContext, read: ReadOrder, refusal: unknown): Promise<CheckedOrder> {
    const { account, livemode, idempotencyKey } = context;
    if (this.generation === null || !livemode || idempotencyKey === null) throw refusal;
    const lost = await this.orders.lost(context, read);
    if (lost === null) throw refusal;
    const order = orderOf(context, newId('pay', context.at), lost);
    if (!(await this.queries.ask('payment.may_be_made', { account, livemode, order }))) throw refusal;
    return { ...lost, refusal: refusalOf(refusal) };
  }

  /**
   * The client wants the payment: one that is held after a restore continues. That is recorded under the key, as the order is.
   *
   * @returns false where none is held
   */
  async #confirm(context: RequestContext, original: Accepted, paymentId: string): Promise<boolean> {
    const { generation } = this;
    if (generation === null || !context.livemode) return false;
    const message = { type: 'payment.ConfirmPayment', key: paymentId, data: { paymentId, generation } } as const;
    const messages = [commandMessage<ConfirmPaymentMessage>(context, message)];
    await this.requests.confirm(context, original, { generation, messages });
    return true;
  }

  /** A sign that the payment exists is waited for as long as ever, however short the window is. */
  #graceMs(windowMs: number): number {
    return Math.max(0, this.waitMs - windowMs);
  }

  #read({ account, livemode }: RequestContext, id: string): Promise<Payment | null> {
    return this.queries.ask('payment.get', { account, livemode, id });
  }
}

function initiate(context: RequestContext, paymentId: string, order: CheckedOrder): InitiatePaymentMessage {
  const data = orderOf(context, paymentId, order);
  return commandMessage<InitiatePaymentMessage>(context, { type: 'payment.InitiatePayment', key: paymentId, data });
}

function orderOf({ idempotencyKey, keyScope }: RequestContext, paymentId: string, order: CheckedOrder): PaymentOrder {
  return { paymentId, idempotencyKey, ...(keyScope === null ? {} : { idempotencyScope: keyScope }), ...order };
}

/** Why an order is not paid that was not made before. */
function refusalOf(refusal: unknown): NonNullable<PaymentOrder['refusal']> {
  if (!(refusal instanceof ApiError)) return { code: 'internal_error', message: 'The order could not be checked.' };
  // Payments have a code for some refusals alone.
  const code = PAYMENT_ERROR_CODES.find((each) => each === refusal.code) ?? 'internal_error';
  return { code, message: refusal.message };
}

/** The one place that tells a refused payment from one that has failed later, for first answers and repeated ones. */
function refuseFailed(payment: Payment, replayed: boolean): Payment {
  const { id, error_code: code, error_message: message } = payment;
  const refusal = REFUSALS.find((each) => each === code);
  if (payment.status !== 'failed' || refusal === undefined) return payment;
  throw new ApiError(refusal, message ?? 'The payment was refused.', { paymentId: id, replayed });
}

/** What may last longer than a client waits. */
const WAITS: ReadonlySet<PaymentStage> = new Set(['awaiting_approval', 'waiting', 'held']);

/** Nothing more is to be waited for: it is over, or may wait for long. */
function isAnswer({ status, stage, compliance_ref }: Payment): boolean {
  const inReview = stage === 'screening' && compliance_ref !== null;
  return status !== 'pending' || WAITS.has(stage) || inReview;
}

function noOutcome(): never {
  throw new ApiError(
    'internal_error',
    'Nothing was heard of the payment yet: send it again, with the same key if it has one.',
  );
}
