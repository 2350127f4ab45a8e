import type { Chain } from '@stablecoin/chains';
import { describeError } from '@stablecoin/errors';
import type { Clock, Log, Meter } from '@stablecoin/event-sourcing';
import type { ChainName } from '@stablecoin/money';
import { RepeatedTask } from '@stablecoin/service-host';
import type { Component } from '@stablecoin/service-host';

export interface ChainWatchOptions {
  readonly chain: ChainName;
  readonly books: { look(): Promise<boolean> };
  readonly adapter: Pick<Chain, 'gas'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly meter: Meter;
  /** Between two looks, in milliseconds. */
  readonly everyMs: number;
}

/** A sender that can pay for fewer transfers than this has to be filled up; at 20 it takes no more. */
const LOW_GAS_TRANSFERS = 200;
/** One that was filled up has at least so many, so that a price that swings does not warn again and again. */
const ENOUGH_GAS_TRANSFERS = 2 * LOW_GAS_TRANSFERS;

/**
 * Looks at a chain again and again: at the treasury's money, and at what senders have left for fees. A look that fails
 * is told, and is made again.
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

  /** Resolves when the first look is over, with which the books of the chain begin; whatever came of it. */
  start(): Promise<void> {
    return this.#looks.start();
  }

  stop(): Promise<void> {
    return this.#looks.stop();
  }

  async #look(): Promise<void> {
    const { chain, books, clock, log, meter } = this.#options;
    const [compared, gas] = await Promise.allSettled([books.look(), this.#lookAtGas()]);
    if (compared.status === 'fulfilled' && compared.value) this.#comparedAt = clock.now();
    for (const each of [compared, gas]) {
      if (each.status === 'fulfilled') continue;
      meter.count('treasury_look_failures_total', { chain });
      log.warn({ chain, error: describeError(each.reason) }, 'a look at the treasury on chain failed, trying again');
    }
  }

  async #lookAtGas(): Promise<void> {
    const { chain, adapter, log } = this.#options;
    for (const { sender, transfers } of (await adapter.gas?.(chain)) ?? []) {
      this.#measure(sender, transfers);
      if (transfers >= ENOUGH_GAS_TRANSFERS) this.#low.delete(sender);
      if (transfers >= LOW_GAS_TRANSFERS || this.#low.has(sender)) continue;
      this.#low.add(sender);
      log.warn({ chain, sender, transfers }, 'a sender has little left for fees, and has to be filled up');
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
