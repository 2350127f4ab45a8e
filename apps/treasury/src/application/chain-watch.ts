import type { Chain } from '@stablecoin/chains';
import type { Alarm, ChainName } from '@stablecoin/contracts';
import { describeError } from '@stablecoin/contracts';
import type { Clock, Log, Meter } from '@stablecoin/event-sourcing';
import type { ChainBooks, ComparedChain } from './chain-books';
import { RepeatedTask } from '@stablecoin/host';
import type { Component } from '@stablecoin/host';

export interface ChainWatchOptions {
  readonly chain: ChainName;
  readonly books: Pick<ChainBooks, 'look'> & Partial<Pick<ChainBooks, 'differs' | 'compared' | 'setAside'>>;
  readonly adapter: Pick<Chain, 'costs'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly meter: Meter;
  /** Between two looks, in milliseconds. */
  readonly everyMs: number;
}

/** A sender that can pay for fewer transfers than this has to be filled up; at 20 it takes no more. */
export const LOW_GAS_TRANSFERS = 200;
/**
 * A topped-up sender has at least this much gas. The gap to the warning limit keeps a moving gas price from repeating
 * the warning.
 */
const ENOUGH_GAS_TRANSFERS = 2 * LOW_GAS_TRANSFERS;

/**
 * Checks each chain at an interval: the balances of the treasury, and the gas of its senders. A failed check is logged
 * and repeated.
 */
export class ChainWatch implements Component {
  readonly #options: ChainWatchOptions;
  readonly #transfersLeft = new Map<string, number>();
  readonly #low = new Set<string>();
  readonly #looks: RepeatedTask;
  #comparedAt: number;

  constructor(options: ChainWatchOptions) {
    this.#options = options;
    this.#looks = new RepeatedTask(() => this.#look(), options);
    const { chain, clock, meter } = options;
    this.#comparedAt = clock.now();
    meter.gauge('treasury_compared_seconds', { chain }, () => (clock.now() - this.#comparedAt) / 1_000);
  }

  /** Resolves after the first check, successful or not. It opens the books of the chain. */
  start(): Promise<void> {
    return this.#looks.start();
  }

  stop(): Promise<void> {
    return this.#looks.stop();
  }

  get chain(): ChainName {
    return this.#options.chain;
  }

  /** The last comparison of the books with the chain; null: none yet, or another instance makes them. */
  get compared(): ComparedChain | null {
    return this.#options.books.compared ?? null;
  }

  /** What an operator has to look at on this chain. */
  alarms(): readonly Alarm[] {
    const { chain, books } = this.#options;
    const low = [...this.#low].map((sender): Alarm => {
      const message = `The sender ${sender} on ${chain} has little gas left. Top it up.`;
      return {
        name: 'sender_gas_low',
        service: 'treasury',
        severity: 'warning',
        message,
        object: `${chain} ${sender}`,
      };
    });
    const aside = setAsideAlarm(chain, books.setAside ?? []);
    if (books.differs !== true) return [...low, ...aside];
    const message = `The live treasury holds another balance on ${chain} than its books can explain. See the log.`;
    const differs = {
      name: 'treasury_differs',
      service: 'treasury',
      severity: 'critical',
      message,
      object: chain,
    } as const;
    return [...low, ...aside, differs];
  }

  async #look(): Promise<void> {
    const { chain, books, clock, log, meter } = this.#options;
    const [compared, gas] = await Promise.allSettled([books.look(), this.#lookAtGas()]);
    if (compared.status === 'fulfilled' && compared.value) this.#comparedAt = clock.now();
    for (const each of [compared, gas]) {
      if (each.status === 'fulfilled') continue;
      meter.count('treasury_look_failures_total', { chain });
      log.warn({ chain, error: describeError(each.reason) }, 'cannot check the treasury on chain, retrying');
    }
  }

  async #lookAtGas(): Promise<void> {
    const { chain, adapter, log } = this.#options;
    for (const { sender, transfers } of (await adapter.costs?.gas()) ?? []) {
      this.#measure(sender, transfers);
      if (transfers >= ENOUGH_GAS_TRANSFERS) this.#low.delete(sender);
      if (transfers >= LOW_GAS_TRANSFERS || this.#low.has(sender)) continue;
      this.#low.add(sender);
      log.warn({ chain, sender, transfers }, 'a sender has little gas left: top it up');
    }
  }

  #measure(sender: string, transfers: number): void {
    const { chain, meter } = this.#options;
    if (!this.#transfersLeft.has(sender)) {
      meter.gauge('sender_gas_transfers', { chain, sender }, () => this.#transfersLeft.get(sender) ?? 0);
    }
    this.#transfersLeft.set(sender, transfers);
  }
}

function setAsideAlarm(chain: ChainName, transactions: NonNullable<ChainBooks['setAside']>): readonly Alarm[] {
  const [oldest] = transactions;
  if (oldest === undefined) return [];
  const message =
    `${transactions.length} transactions on ${chain} that may have paid the treasury cannot be read; the oldest is ` +
    `${oldest.txHash}. Look it up in an explorer, and upgrade the service.`;
  return [{ name: 'transactions_set_aside', service: 'treasury', severity: 'warning', message, object: chain }];
}
