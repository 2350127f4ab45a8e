import { setTimeout as pause } from 'node:timers/promises';
import { Random } from '@stablecoin/event-sourcing/testing';
import type { AccountUnderLoad } from '../rig/load/account-under-load';
import type { Order } from '../rig/load/orders';
import { atRate } from '../../bench/src/load/at-rate';
import { flowsAgainAfter, type SentPayment, usualMs } from './flow';

/** Orders are drawn by the deck, so that each has every way that an order can go. */
const DECK = 100;
const READS_PER_SECOND = 20;
const BEHIND_MS_MAX = 1_000;
/** The rate grows for so long, from this share on: until compilers are done, a payment takes three times the processor time. */
const GROWS_MS = 60_000;
const FIRST_SHARE = 0.25;
/** Payments have to flow so long before it is believed, or for so many windows. */
const STEADY_MS = 3_000;
const STEADY_WINDOWS = 2;
/** A window is long enough for so many payments. */
const WINDOW_MS_MIN = 500;
const WINDOW_PAYMENTS = 15;
const LOOK_EVERY_MS = 250;
/** Whatever is usual, who waits so long is not kept waiting. */
const PROMPT_MS_MIN = 2_000;
/** What is usual is looked for in so much time. */
const CALM_MS = 5_000;
/** What takes longer than usual, by so much, is held up. */
const HELD_UP = 2;
/** A stack in which this is usual does not keep up. */
const USUAL_MS_MAX = 5_000;

/**
 * Sends the orders of some accounts at a rate that grows and then is fixed, whatever comes back, and reads some of the
 * payments that were answered meanwhile.
 */
export class SteadyLoad {
  readonly sent: SentPayment[] = [];
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #random: Random;
  #decks = 0;
  #over = false;
  #running: Promise<unknown> = Promise.resolve();
  #startedAt = 0;
  #endedAt = 0;
  #promptMs = PROMPT_MS_MIN;

  constructor(
    private readonly accounts: readonly AccountUnderLoad[],
    private readonly paymentsPerSecond: number,
    seed: number,
  ) {
    this.#random = new Random(seed);
  }

  start(): void {
    this.#startedAt = performance.now();
    const orders = this.#orders();
    const isOver = (): boolean => this.#over;
    this.#running = Promise.all([
      atRate({ perSecond: () => this.#perSecond, isOver, behindMsMax: BEHIND_MS_MAX }, () => this.#sendPayment(orders)),
      atRate({ perSecond: () => READS_PER_SECOND, isOver, behindMsMax: BEHIND_MS_MAX }, () =>
        this.#follow(this.#random.pick(this.#someAccounts).witness.readAny(this.#random)),
      ),
    ]);
  }

  /** Sends no more, and waits until everything that was sent has an answer, or never will. */
  async stop(): Promise<void> {
    this.#over = true;
    this.#endedAt = performance.now();
    await this.#running;
    await Promise.all(this.#underWay);
  }

  get #perSecond(): number {
    const share = Math.min(1, (performance.now() - this.#startedAt) / GROWS_MS);
    return this.paymentsPerSecond * (FIRST_SHARE + share * (1 - FIRST_SHARE));
  }

  /** Payments per second that were sent in fact at the full rate: a machine that is too slow falls behind. */
  get rate(): number {
    const fullFrom = this.#startedAt + GROWS_MS;
    const sent = this.sent.filter(({ sentAt }) => sentAt >= fullFrom).length;
    return (sent * 1_000) / (this.#endedAt - fullFrom);
  }

  /**
   * Waits until the stack keeps up with the full rate, and finds out what is prompt here: on a busy machine everything
   * takes longer.
   *
   * @returns how long three of four payments take, in milliseconds
   * @throws Error when it does not keep up within the time
   */
  async becomesSteady(withinMs: number): Promise<number> {
    await pause(this.#startedAt + GROWS_MS - performance.now());
    const begin = performance.now();
    for (;;) {
      await pause(STEADY_MS);
      const now = performance.now();
      // What was sent later may still have its time.
      const until = now - USUAL_MS_MAX;
      const usual = usualMs(this.sent, until - CALM_MS, until);
      if (until - CALM_MS >= begin && usual <= USUAL_MS_MAX) {
        this.#promptMs = Math.max(PROMPT_MS_MIN, HELD_UP * usual);
        return usual;
      }
      if (now > begin + withinMs) {
        throw new Error(
          `the stack does not keep up with ${this.paymentsPerSecond} payments per second: one in four takes more than ${USUAL_MS_MAX / 1_000} s; see --rate`,
        );
      }
    }
  }

  /**
   * Waits until payments flow steadily.
   *
   * @param from - when the fault began
   * @returns how long after that they flowed again, in milliseconds; `undefined` when they do not within the time
   */
  async flowsAgain(from: number, withinMs: number): Promise<number | undefined> {
    const begin = performance.now();
    const windowMs = Math.max(WINDOW_MS_MIN, (WINDOW_PAYMENTS * 1_000) / this.paymentsPerSecond);
    const steadyMs = Math.max(STEADY_MS, STEADY_WINDOWS * windowMs);
    while (performance.now() < begin + withinMs) {
      await pause(LOOK_EVERY_MS);
      const until = performance.now() - this.#promptMs;
      const flowing = flowsAgainAfter(this.sent, { promptMs: this.#promptMs, windowMs }, from, until);
      // What the end of the fault may have broken has had its time too.
      if (flowing !== undefined && until - Math.max(from + flowing, begin) >= steadyMs) return flowing;
    }
    return undefined;
  }

  get #someAccounts(): readonly [AccountUnderLoad, ...AccountUnderLoad[]] {
    const [first, ...others] = this.accounts;
    if (first === undefined) throw new Error('there are no accounts');
    return [first, ...others];
  }

  /** One payment, and whatever else comes before it. */
  #sendPayment(orders: Iterator<readonly [AccountUnderLoad, Order], never>): void {
    for (;;) {
      const [account, order] = orders.next().value;
      account.witness.orders.push(order);
      this.#follow(this.#send(account, order));
      if (order.path === '/payments') return;
    }
  }

  async #send({ witness }: AccountUnderLoad, order: Order): Promise<void> {
    const payment: SentPayment = { sentAt: performance.now(), answeredAt: undefined };
    if (order.path === '/payments') this.sent.push(payment);
    await witness.send(order, () => (payment.answeredAt = performance.now()));
  }

  #follow(work: Promise<unknown>): void {
    this.#underWay.add(work);
    void work.finally(() => this.#underWay.delete(work));
  }

  *#orders(): Generator<readonly [AccountUnderLoad, Order], never> {
    for (;;) {
      const round = this.#decks++;
      const decks = this.accounts.map((account) => account.draw(round, DECK));
      for (let index = 0; index < DECK; index++) {
        for (const [place, account] of this.accounts.entries()) {
          const order = decks[place]?.[index];
          if (order !== undefined) yield [account, order];
        }
      }
    }
  }
}
