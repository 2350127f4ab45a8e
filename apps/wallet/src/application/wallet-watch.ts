import { describeError } from '@stablecoin/errors';
import { pause, stopController } from '@stablecoin/event-sourcing';
import type { Clock, Log, Meter } from '@stablecoin/event-sourcing';
import type { ChainName } from '@stablecoin/money';
import type { Component } from '@stablecoin/service-host';
import type { WalletDeposits } from './wallet-deposits';
import type { WalletReconciliation } from './wallet-reconciliation';

export interface WalletWatchOptions {
  readonly chain: ChainName;
  readonly deposits: Pick<WalletDeposits, 'look' | 'wallets'>;
  readonly reconciliation: Pick<WalletReconciliation, 'read' | 'compare'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly meter: Meter;
  /** Between two looks, in milliseconds. */
  readonly everyMs: number;
}

/** Looks at the wallets of a chain again and again. A look that fails is told, and is made again. */
export class WalletWatch implements Component {
  readonly #options: WalletWatchOptions;
  #stopping = stopController();
  #running: Promise<void> = Promise.resolve();
  #lookedAt: number;

  constructor(options: WalletWatchOptions) {
    this.#options = options;
    const { chain, clock, meter } = options;
    this.#lookedAt = clock.now();
    meter.gauge('wallets_looked_at_seconds', { chain }, () => (clock.now() - this.#lookedAt) / 1_000);
  }

  /** Resolves when the first look is over, with which deposits begin to count; whatever came of it. */
  async start(): Promise<void> {
    this.#stopping = stopController();
    await this.#look();
    this.#running = this.#run(this.#stopping.signal);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { clock, everyMs } = this.#options;
    for (;;) {
      await pause(clock, everyMs, signal);
      if (signal.aborted) return;
      await this.#look();
    }
  }

  async #look(): Promise<void> {
    const { chain, deposits, reconciliation, clock, log, meter } = this.#options;
    try {
      const reading = await reconciliation.read(deposits.wallets);
      const credited = await deposits.look();
      if (credited === null) return;
      await reconciliation.compare(reading, credited);
      this.#lookedAt = clock.now();
    } catch (error) {
      meter.count('wallet_look_failures_total', { chain });
      log.warn({ chain, error: describeError(error) }, 'a look at the wallets of a chain failed, trying again');
    }
  }
}
