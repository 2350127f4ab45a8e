import { Random } from '@stablecoin/event-sourcing/testing';
import { type AccountName, keyOf } from '../../e2e/support/accounts';
import type { Api } from '../../e2e/support/api';
import { type ApiResponse } from '../../e2e/support/api';
import { drawOrders, TREASURY_APPROVAL_ABOVE, type Order } from './orders';
import { EVM_RECIPIENT } from '../../e2e/support/payments';
import { WebhookSink } from '../../e2e/support/webhook-sink';
import { Witness } from './witness';

/** The two accounts of every run. */
export const ACCOUNTS = ['crash_a', 'crash_b'] as const;
/** What a service has to be started with for them. */
export const BOOTSTRAP_API_KEYS = ACCOUNTS.map((name) => `${keyOf(name, 'enterprise')}:${name}:enterprise`).join(',');

/** The wallet that payments are made from, and what it begins with. */
export interface WalletInput {
  readonly chain: string;
  readonly usdc: string;
  readonly spend_limit: string;
}

/** New requests of one round. */
export interface LoadSize {
  readonly orders: number;
  /** Payments without an idempotency key. */
  readonly unkeyed: number;
}

const FAILURES_MAX = 2;

/** An account of a service that may die, with a wallet to pay from and a receiver of its webhooks. */
export class AccountUnderLoad {
  readonly witness = new Witness();
  readonly #random: Random;
  #secret: string | undefined;
  #wallet: string | undefined;

  private constructor(
    readonly name: AccountName,
    readonly sink: WebhookSink,
    seed: number,
  ) {
    this.#random = new Random(seed);
  }

  /** The receiver fails every now and then, but takes what it is sent a third time. */
  static async make(name: AccountName, seed: number): Promise<AccountUnderLoad> {
    const sink = await WebhookSink.open();
    const chance = new Random(seed + 1);
    const failures = new Map<string, number>();
    sink.answer(({ event: { id } }) => {
      const failed = failures.get(id) ?? 0;
      if (failed === FAILURES_MAX || !chance.chance(0.2)) return { status: 200 };
      failures.set(id, failed + 1);
      return { status: 503 };
    });
    return new AccountUnderLoad(name, sink, seed);
  }

  /** Of the webhook endpoint. */
  get secret(): string {
    if (this.#secret === undefined) throw new Error('open() comes first');
    return this.#secret;
  }

  /** Id of the wallet. */
  get wallet(): string {
    if (this.#wallet === undefined) throw new Error('open() comes first');
    return this.#wallet;
  }

  /**
   * Makes the webhook endpoint, the policy and the wallet, under keys: when the service dies meanwhile, this is called once more.
   *
   * @throws Error when the service does not answer
   */
  async open(api: Api, { usdc, ...input }: WalletInput): Promise<void> {
    this.witness.connect(api);
    if (this.#wallet !== undefined) return;
    const post = async (path: string, body: object, key?: string): Promise<ApiResponse['body']> => {
      const answer = await api.post(path, body, key === undefined ? {} : { 'idempotency-key': key });
      if (answer.status >= 400) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
      return answer.body;
    };
    const { id, secret } = await post('/webhook_endpoints', { url: this.sink.url }, 'endpoint');
    // It is told once; one whose answer was lost is replaced.
    this.#secret ??= (secret ?? (await post(`/webhook_endpoints/${String(id)}/rotate_secret`, {}))['secret']) as string;
    const { status } = await api.patch('/policies', { treasury_approval_above: TREASURY_APPROVAL_ABOVE });
    if (status !== 200) throw new Error(`/policies answered ${status}`);
    const { id: wallet } = await post('/wallets', { owner: 'agent:payer', ...input }, 'wallet');
    await post('/sandbox/faucet', { chain: input.chain, currency: 'USDC', amount: usdc, wallet }, 'gift');
    this.#wallet = String(wallet);
  }

  /** So many new orders, which are not sent yet. */
  draw(round: number, count: number): Order[] {
    return drawOrders(this.#random, `${this.name}-${round}`, count, this.wallet);
  }

  /**
   * Sends so many new orders, every one without an answer and some with one once more, all at once, while payments are
   * read. Ends when everything is answered, or the service has died.
   */
  async load(round: number, { orders: count, unkeyed }: LoadSize): Promise<void> {
    const { witness } = this;
    const random = this.#random;
    const unanswered = new Set(witness.unanswered);
    const again = witness.orders.filter((order) => random.chance(0.3) || unanswered.has(order));
    const orders = this.draw(round, count);
    const twice = orders.filter(() => random.chance(0.1));
    witness.orders.push(...orders);
    let isOver = false;
    const watching = witness.watch(new Random(round), () => isOver);
    await Promise.all([
      ...Array.from({ length: unkeyed }, () => witness.sendUnkeyed({ to: EVM_RECIPIENT, amount: '1.00' })),
      ...[...again, ...orders, ...twice].map((order) => witness.send(order)),
      witness.readAll(),
    ]);
    isOver = true;
    await watching;
  }
}
