import { describeError } from '@stablecoin/contracts';
import type { Clock, Log, Meter } from '@stablecoin/event-sourcing';
import type { ChainName } from '@stablecoin/contracts';
import { RepeatedTask } from '@stablecoin/host';
import type { Component } from '@stablecoin/host';
import type { WalletAllowances } from './wallet-allowances';
import type { WalletDeposits } from './wallet-deposits';
import type { WalletReconciliation } from './wallet-reconciliation';

export interface WalletWatchOptions {
  readonly chain: ChainName;
  readonly deposits: Pick<WalletDeposits, 'look' | 'wallets'>;
  readonly reconciliation: Pick<WalletReconciliation, 'read' | 'compare'>;
  /** Null where the chain renews limits by itself. */
  readonly allowances: Pick<WalletAllowances, 'look' | 'keep'> | null;
  readonly clock: Clock;
  readonly log: Log;
  readonly meter: Meter;
  /** Between two looks, in milliseconds. */
  readonly everyMs: number;
}

/** Checks the wallets of each chain at an interval. A failed check is logged and repeated. */
export class WalletWatch implements Component {
  readonly #options: WalletWatchOptions;
  readonly #looks: RepeatedTask;
  #lookedAt: number;

  constructor(options: WalletWatchOptions) {
    this.#options = options;
    this.#looks = new RepeatedTask(() => this.#look(), options);
    const { chain, clock, meter } = options;
    this.#lookedAt = clock.now();
    meter.gauge('wallets_looked_at_seconds', { chain }, () => (clock.now() - this.#lookedAt) / 1_000);
  }

  /** Resolves after the first check, successful or not. Deposits are credited from then on. */
  start(): Promise<void> {
    return this.#looks.start();
  }

  stop(): Promise<void> {
    return this.#looks.stop();
  }

  async #look(): Promise<void> {
    const { chain, deposits, reconciliation, allowances, clock, log, meter } = this.#options;
    try {
      const reading = await reconciliation.read(deposits.wallets);
      const looked = await allowances?.look(deposits.wallets);
      const credited = await deposits.look();
      if (credited === null) return;
      await reconciliation.compare(reading, credited);
      await allowances?.keep(looked ?? []);
      this.#lookedAt = clock.now();
    } catch (error) {
      meter.count('wallet_look_failures_total', { chain });
      log.warn({ chain, error: describeError(error) }, 'cannot check the wallets of a chain, retrying');
    }
  }
}
