import { setTimeout as pause } from 'node:timers/promises';
import type { Payment } from '@stablecoin/contracts';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { inTurns } from './in-turns';
import type { Witness } from './witness';
import type { Api } from '../../e2e/support/api';
import { atRate } from '../../../bench/src/load/at-rate';

/** A service that has just started keeps up when it has answered nearly all that was sent in so many seconds. */
const SECONDS_BEFORE = 5;
const NEARLY_ALL = 0.95;
const KEEPS_UP_WITHIN_MS = 90_000;
const ANSWERED_WITHIN_MS = 30_000;
const ENDED_WITHIN_MS = 120_000;
const AT_ONCE = 16;
const BEHIND_MS_MAX = 1_000;

/** Payments at a fixed rate, whatever comes back, each with a key of its own. */
export class KeyedPayments {
  /** The last answer to each key. */
  readonly answered = new Map<string, Payment>();
  #sent = 0;
  #isOver = false;

  /**
   * @param orderOf - what is ordered under each key
   * @param headers - of each order
   */
  constructor(
    private readonly paymentsPerSecond: number,
    private readonly orderOf: (key: string) => object,
    private readonly headers: Readonly<Record<string, string>> = {},
  ) {}

  async run(api: Api): Promise<void> {
    const underWay = new Set<Promise<unknown>>();
    const isOver = (): boolean => this.#isOver;
    await atRate({ perSecond: () => this.paymentsPerSecond, isOver, behindMsMax: BEHIND_MS_MAX }, () => {
      // What has no answer is sent again at the end.
      const sent = this.#send(api, keyOf(++this.#sent)).catch(() => undefined);
      underWay.add(sent);
      void sent.finally(() => underWay.delete(sent));
    });
    await Promise.all(underWay);
  }

  /** Orders so many more, and waits for their answers. */
  async sendMore(api: Api, payments: number): Promise<void> {
    const keys = Array.from({ length: payments }, () => keyOf(++this.#sent));
    await inTurns(keys, AT_ONCE, (key) => this.#send(api, key));
  }

  stop(): void {
    this.#isOver = true;
  }

  /** @throws Error when the service does not keep up within the time */
  async keepsUp(): Promise<void> {
    const wanted = NEARLY_ALL * this.paymentsPerSecond * SECONDS_BEFORE;
    await eventually(
      async () => {
        const before = this.answered.size;
        await pause(SECONDS_BEFORE * 1_000);
        return this.answered.size - before >= wanted && this.#sent - this.answered.size <= this.paymentsPerSecond;
      },
      { withinMs: KEEPS_UP_WITHIN_MS },
    );
  }

  async sendAgain(api: Api): Promise<void> {
    const keys = Array.from({ length: this.#sent }, (_, index) => keyOf(index + 1));
    await inTurns(keys, AT_ONCE, (key) => eventually(() => this.#send(api, key), { withinMs: ENDED_WITHIN_MS }));
  }

  async #send(api: Api, key: string): Promise<void> {
    const body = { ...this.orderOf(key), idempotency_key: key };
    const signal = AbortSignal.timeout(ANSWERED_WITHIN_MS);
    const {
      status,
      body: payment,
      text,
    } = await api.request('POST', '/payments', { body, signal, headers: this.headers });
    if (status >= 400) throw new Error(`${status} for ${key}: ${text}`);
    this.answered.set(key, payment as unknown as Payment);
  }
}

function keyOf(number: number): string {
  return `order-${number}`;
}

/** Every payment, once none of them is under way any more. */
export function allEnded(witness: Witness): Promise<readonly Payment[]> {
  return eventually(
    async () => {
      const payments = await witness.list<Payment>('/payments');
      return payments.every(({ status }) => status === 'settled' || status === 'failed') && payments;
    },
    { withinMs: ENDED_WITHIN_MS },
  );
}
