import type {
  InitiatePaymentMessage,
  Message,
  Outcome,
  Payment,
  PaymentEventType,
  QueryMap,
  Wallet,
  WalletLookup,
} from '@stablecoin/contracts';
import { formatAmount } from '@stablecoin/contracts';
import type { Runtime } from '@stablecoin/host';

/** What a fake payment service does with a payment: the events after `payment.initiated`, each with what it changes. */
export type PaymentOutcome = readonly {
  readonly type: Exclude<PaymentEventType, 'payment.initiated'>;
  readonly changes: Partial<Payment>;
}[];

export const SETTLED: PaymentOutcome = [
  { type: 'payment.settled', changes: { status: 'settled', stage: 'done', txHash: '0xhash', settlement_ms: 12 } },
];

export function failed(code: NonNullable<Payment['error_code']>, message = `because of ${code}`): PaymentOutcome {
  const type = code === 'compliance_blocked' ? 'payment.compliance_blocked' : 'payment.failed';
  return [{ type, changes: { status: 'failed', stage: 'done', error_code: code, error_message: message } }];
}

/** Stands in for every other service: takes commands from the bus, publishes events, answers queries. */
export class FakeServices {
  /** Every command that came, in order. */
  readonly commands: Message[] = [];
  readonly payments = new Map<string, Payment>();
  readonly wallets = new Map<string, WalletLookup>();
  /** What commands are refused with, by type. */
  readonly refusals = new Map<string, NonNullable<Outcome['refusal']>>();
  /** Answers of queries, by name; the ones above answer by themselves. */
  readonly answers = new Map<string, (params: never) => unknown>();
  /** `lost`: the command is never heard of again. */
  outcome: PaymentOutcome | 'lost' = SETTLED;
  /** Commands are handled after this. */
  heldUntil: Promise<void> = Promise.resolve();
  readonly #applied = new Set<string>();

  constructor(private readonly runtime: Runtime) {
    const { queries } = runtime;
    const answer = (name: string, params: unknown): unknown => {
      const handler = this.answers.get(name);
      if (handler === undefined) throw new Error(`the test gives no answer to ${name}`);
      return handler(params as never);
    };
    const own: { [Name in keyof QueryMap]?: (params: QueryMap[Name]['params']) => QueryMap[Name]['result'] } = {
      'payment.get': ({ id, ...tenant }) => this.#own(this.payments.get(id), tenant.livemode),
      'wallet.get': ({ id }) => {
        const found = this.wallets.get(id);
        return found?.state === 'exists' ? found.wallet : null;
      },
      'payment.rules_separate': () => false,
      'treasury.approval': () => null,
      'webhook.boundary_event': () => null,
      // Asked before each new endpoint: there is room.
      'webhook.endpoints': () => ({ data: [], has_more: false, next_cursor: null }),
      'webhook.replays': () => 0,
      'wallet.lookup': ({ id }) => this.wallets.get(id) ?? null,
    };
    const outcome = ({ commandId }: { readonly commandId: string }): Outcome => ({
      applied: this.#applied.has(commandId),
      refusal: this.refusals.get(this.commands.find(({ id }) => id === commandId)?.type ?? '') ?? null,
    });
    for (const name of QUERY_NAMES) {
      const handler = own[name] as ((params: unknown) => unknown) | undefined;
      queries.register(name, async (params) => {
        if (this.answers.has(name)) return answer(name, params) as never;
        if (name.endsWith('outcome')) return outcome(params as never);
        return (handler === undefined ? answer(name, params) : handler(params)) as never;
      });
    }
  }

  /** Begins to take commands. */
  listen(): void {
    const transport = this.runtime.bus.transport('fakes');
    for (const type of COMMAND_TYPES) {
      transport.addHandler(type, async (message: Message) => this.#take(message), true);
    }
    transport.listen(() => undefined);
  }

  /** Publishes an event of a payment, and changes it. */
  async tell(paymentId: string, type: PaymentEventType, changes: Partial<Payment> = {}): Promise<void> {
    const payment = { ...this.payments.get(paymentId), ...changes } as Payment;
    this.payments.set(paymentId, payment);
    await this.runtime.bus.publish([{ ...this.#event(paymentId), type, data: payment }]);
  }

  async #take(message: Message): Promise<void> {
    this.commands.push(message);
    await this.heldUntil;
    if (message.type === 'payment.InitiatePayment') await this.#initiate(message as InitiatePaymentMessage);
    else if (message.type === 'wallet.CreateWallet') this.#create(message);
    this.#applied.add(message.id);
  }

  async #initiate(message: InitiatePaymentMessage): Promise<void> {
    const { data: order } = message;
    if (this.outcome === 'lost') return;
    this.payments.set(order.paymentId, pendingPayment(message));
    const outcome = this.outcome;
    await this.tell(order.paymentId, 'payment.initiated');
    for (const { type, changes } of outcome) await this.tell(order.paymentId, type, changes);
  }

  #create({ data, livemode, time }: Message): void {
    const order = data as { walletId: string; owner: string; chain: Wallet['chain']; metadata?: Wallet['metadata'] };
    const wallet = aWallet({
      id: order.walletId,
      owner: order.owner,
      chain: order.chain,
      livemode,
      created_at: new Date(time).toISOString(),
      metadata: order.metadata ?? {},
    });
    const isBlocked = order.owner.endsWith(':blocked');
    this.wallets.set(
      wallet.id,
      isBlocked ? { state: 'refused', message: 'The owner is not verified.' } : { state: 'exists', wallet },
    );
  }

  #own(payment: Payment | undefined, livemode: boolean): Payment | null {
    return payment?.livemode === livemode ? payment : null;
  }

  #event(paymentId: string): Omit<Message, 'type' | 'data'> {
    const id = `evt_${paymentId}_${this.#events++}`;
    return { id, key: paymentId, time: 0, account: 'acme', livemode: false, correlationId: id, causationId: id };
  }
  #events = 0;
}

export function aWallet(changes: Partial<Wallet> = {}): Wallet {
  return {
    id: 'wal_1',
    address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    owner: 'agent:test',
    chain: 'base',
    spend_limit: null,
    spent_24h: '0.00',
    label: null,
    status: 'active',
    balances: { usdc: '0.00', eurc: '0.00' },
    held: { usdc: '0.00', eurc: '0.00' },
    compliance_ref: null,
    approvers: [],
    approval_threshold: 1,
    contract: null,
    livemode: false,
    created_at: '2026-01-01T00:00:00.000Z',
    metadata: {},
    ...changes,
  };
}

function pendingPayment({ data: order, livemode, time }: InitiatePaymentMessage): Payment {
  return {
    id: order.paymentId,
    status: 'pending',
    stage: 'screening',
    txHash: null,
    to: order.to,
    from: order.from,
    amount: formatAmount(BigInt(order.amount)),
    currency: order.currency,
    chain: order.chain === 'auto' ? null : order.chain,
    memo: order.memo,
    compliance_ref: null,
    approval_id: null,
    error_code: null,
    error_message: null,
    idempotency_key: order.idempotencyKey,
    livemode,
    explorer_url: null,
    created_at: new Date(time).toISOString(),
    settled_at: null,
    settlement_ms: null,
    recovered: false,
    metadata: order.metadata ?? {},
  };
}

const QUERY_NAMES = [
  'payment.get',
  'payment.list',
  'payment.stats',
  'payment.timeline',
  'payment.simulate',
  'payment.rules',
  'payment.rule_draft',
  'payment.rules_separate',
  'payment.rules_outcome',
  'wallet.get',
  'wallet.lookup',
  'wallet.list',
  'wallet.ledger',
  'wallet.approval',
  'wallet.approvals',
  'wallet.refusal',
  'wallet.onchain',
  'wallet.outcome',
  'compliance.get',
  'compliance.find',
  'compliance.outcome',
  'treasury.balance',
  'treasury.settings',
  'treasury.ledger',
  'treasury.history',
  'treasury.reconciliation',
  'treasury.approval',
  'treasury.deposit',
  'treasury.deposits',
  'wallet.deposit',
  'wallet.deposits',
  'treasury.approvals',
  'treasury.outcome',
  'webhook.endpoint',
  'webhook.endpoints',
  'webhook.deliveries',
  'webhook.event',
  'webhook.events',
  'webhook.boundary_event',
  'webhook.replays',
  'webhook.outcome',
  'payment.audit_log',
  'wallet.audit_log',
  'compliance.audit_log',
  'treasury.audit_log',
  'webhook.audit_log',
  'payment.system',
  'wallet.system',
  'compliance.system',
  'treasury.system',
  'webhook.system',
] as const satisfies readonly (keyof QueryMap)[];

const COMMAND_TYPES = [
  'payment.InitiatePayment',
  'payment.CancelPayment',
  'payment.DraftRules',
  'payment.ReviseRules',
  'payment.DiscardRules',
  'payment.AgreeToRules',
  'payment.PublishRules',
  'wallet.CreateWallet',
  'wallet.ApprovePayment',
  'wallet.RejectPayment',
  'wallet.CreditWallet',
  'compliance.CheckAddress',
  'compliance.DecideReview',
  'treasury.ApprovePayment',
  'treasury.RejectPayment',
  'treasury.ConfigureTreasury',
  'treasury.CreditTreasury',
  'treasury.DecideDeposit',
  'wallet.DecideDeposit',
  'webhook.CreateEndpoint',
  'webhook.UpdateEndpoint',
  'webhook.DeleteEndpoint',
  'webhook.RotateSecret',
  'webhook.SendTestEvent',
  'webhook.ReplayEvents',
];
