import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@stablecoin/event-sourcing/testing';
import type { Payment, TreasuryBalance } from '@stablecoin/contracts';
import { Api } from '../e2e/support/api';
import { atRate } from '../../bench/src/load/at-rate';

const RECIPIENT = '0x52908400098527886E0F7030069857D2E4169EE7';
/** A client that gets no answer asks again. */
const ANSWER_WITHIN_MS = 15_000;
const AGAIN_AFTER_MS = 200;
const BEHIND_MS_MAX = 1_000;
/** A machine that is too slow falls behind, and is not buried. */
const UNDER_WAY_MAX = 200;
const PAGE = 100;
const AT_REST_WITHIN_MS = 240_000;
const CENTS = 100n;

/** An order, and what became of it. */
interface Ordered {
  readonly key: string;
  readonly cents: bigint;
  readonly sentAt: number;
  answeredAt: number | undefined;
  /** The payment that each answer has named. */
  readonly ids: Set<string>;
}

/** What a client that pays all the time has seen. */
export interface Seen {
  readonly payments: number;
  /** Orders that had to be sent more than once. */
  readonly sentAgain: number;
  /** The longest time from the first sending of an order to its answer. */
  readonly longestMs: number;
}

/** Pays at a fixed rate, if the machine keeps up, each order with a key of its own and until it is answered, and counts at the end. */
export class SteadyPayments {
  readonly #orders: Ordered[] = [];
  readonly #underWay = new Set<Promise<void>>();
  #over = false;
  #running: Promise<void> = Promise.resolve();
  #again = new Set<string>();
  #opening: bigint | undefined;

  /**
   * @param url - where the API is
   * @param name - of this client: its keys begin with it
   */
  constructor(
    private readonly url: string,
    private readonly key: string,
    private readonly name: string,
  ) {}

  async start(perSecond: number): Promise<void> {
    this.#opening ??= totalOf((await this.#api.get('/treasury/balance')).body as unknown as TreasuryBalance);
    this.#over = false;
    const rate = { perSecond: () => perSecond, isOver: () => this.#over, behindMsMax: BEHIND_MS_MAX };
    this.#running = atRate(rate, () => this.#send());
  }

  /** Sends no more orders, and waits until each has its answer. */
  async stop(): Promise<void> {
    this.#over = true;
    await this.#running;
    await Promise.all(this.#underWay);
  }

  /** What has been seen of the orders that were sent, or answered, after a moment of `performance.now()`. */
  since(from: number): Seen {
    const later = this.#orders.filter(({ answeredAt }) => (answeredAt ?? Infinity) >= from);
    const longestMs = Math.max(0, ...later.map(({ sentAt, answeredAt }) => (answeredAt ?? performance.now()) - sentAt));
    const sentAgain = later.filter(({ key }) => this.#again.has(key)).length;
    return { payments: later.length, sentAgain, longestMs };
  }

  /** Whether orders that are sent from now on are answered promptly: some of them, one after the other. */
  async flows(withinMs: number): Promise<boolean> {
    const from = performance.now();
    const isFlowing = (): boolean => {
      const sent = this.#orders.filter(({ sentAt }) => sentAt >= from).slice(-PAGE);
      const answered = sent.filter(({ answeredAt }) => answeredAt !== undefined);
      return answered.length >= PAGE / 4 && sent.length - answered.length <= answered.length;
    };
    while (performance.now() < from + withinMs) {
      if (isFlowing()) return true;
      await pause(AGAIN_AFTER_MS);
    }
    return false;
  }

  /** Checks that each order has one payment, every payment has ended, and the treasury has exactly what was not paid. */
  async expectExact(): Promise<{ readonly settled: number; readonly failed: number }> {
    // Read models may be behind for a moment.
    return eventually(
      async () => {
        const payments = await this.#list();
        expect(payments.filter(({ status }) => status === 'pending').map(({ id }) => id)).toEqual([]);
        const ours = payments.filter(({ idempotency_key: key }) => key?.startsWith(`${this.name}-`));
        this.#expectOneEach(ours);
        const settled = ours.filter(({ status }) => status === 'settled');
        const balance = (await this.#api.get('/treasury/balance')).body as unknown as TreasuryBalance;
        const reserved = Object.values(balance.reserved).flatMap((each) => Object.values(each));
        expect([...new Set(reserved)]).toEqual(['0.00']);
        const paid = settled.reduce((sum, { amount }) => sum + centsOf(amount), 0n);
        expect(totalOf(balance)).toBe((this.#opening ?? 0n) - paid);
        return { settled: settled.length, failed: ours.length - settled.length };
      },
      { withinMs: AT_REST_WITHIN_MS },
    );
  }

  /** Every order has one payment, which is the one that was answered. */
  #expectOneEach(payments: readonly Payment[]): void {
    const found = new Map<string | null, string[]>();
    for (const { id, idempotency_key: key } of payments) found.set(key, [...(found.get(key) ?? []), id]);
    const wrong = this.#orders.filter(({ key, ids }) => {
      const [id, ...others] = found.get(key) ?? [];
      return id === undefined || others.length > 0 || [...ids].some((answered) => answered !== id);
    });
    expect(wrong).toEqual([]);
    expect(payments).toHaveLength(this.#orders.length);
  }

  get #api(): Api {
    return new Api(this.url, this.key);
  }

  #send(): void {
    if (this.#underWay.size >= UNDER_WAY_MAX) return;
    const index = this.#orders.length + 1;
    const cents = CENTS + BigInt(index % 100);
    const order: Ordered = {
      key: `${this.name}-${index}`,
      cents,
      sentAt: performance.now(),
      answeredAt: undefined,
      ids: new Set(),
    };
    this.#orders.push(order);
    const work = this.#untilAnswered(order).finally(() => this.#underWay.delete(work));
    this.#underWay.add(work);
  }

  async #untilAnswered(order: Ordered): Promise<void> {
    const amount = `${order.cents / CENTS}.${String(order.cents % CENTS).padStart(2, '0')}`;
    const body = { to: RECIPIENT, amount, idempotency_key: order.key };
    for (;;) {
      const id = await this.#try(body);
      if (id !== undefined) {
        order.ids.add(id);
        order.answeredAt = performance.now();
        return;
      }
      this.#again.add(order.key);
      await pause(AGAIN_AFTER_MS);
    }
  }

  /**
   * @returns the payment; undefined: there is no answer, or one that says to try again
   * @throws Error when the order is refused
   */
  async #try(body: object): Promise<string | undefined> {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    const response = await this.#api.request('POST', '/payments', { body, signal }).catch(() => undefined);
    if (response === undefined || response.status >= 500 || response.status === 429) return undefined;
    if (typeof response.body['id'] !== 'string') throw new Error(`an order was refused: ${response.text}`);
    return response.body['id'];
  }

  async #list(): Promise<readonly Payment[]> {
    const payments: Payment[] = [];
    for (let after = ''; ; after = `&starting_after=${payments.at(-1)?.id}`) {
      const { status, body } = await this.#api.get(`/payments?limit=${PAGE}${after}`);
      expect(status).toBe(200);
      payments.push(...(body['data'] as readonly Payment[]));
      if (body['has_more'] !== true) return payments;
    }
  }
}

function totalOf({ usdc }: TreasuryBalance): bigint {
  return centsOf(usdc);
}

function centsOf(amount: string): bigint {
  const [, whole = '', cents = ''] = /^(\d+)\.(\d\d)$/.exec(amount) ?? [];
  if (cents === '') throw new Error(`${amount} is no amount in whole cents`);
  return BigInt(whole) * CENTS + BigInt(cents);
}
