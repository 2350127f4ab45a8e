import type { ChainName } from '@stablecoin/contracts';
import type { Chain } from './chain';
import { oneForAll } from './chain-router';
import type { ChainRouter } from './chain-router';
import type { LiveChains } from './live-chains';

/** The chains of the two modes: simulated ones for sandbox keys, real ones for live keys. */
export class Chains {
  readonly #sandbox: ChainRouter;
  readonly #live: LiveChains | undefined;

  /**
   * @param sandbox - stands for every chain of the sandbox
   * @param live - undefined where no real chain is configured
   */
  constructor(sandbox: Chain, live?: LiveChains) {
    this.#sandbox = oneForAll(sandbox);
    this.#live = live;
  }

  /** `undefined`: nothing is configured for that mode, which the API answers with 422 `chain_unavailable`. */
  forMode(livemode: boolean): ChainRouter | undefined {
    return livemode ? this.#live?.router : this.#sandbox;
  }

  /** The address that live payments on a chain come from; `undefined` where it is not configured. */
  liveTreasury(chain: ChainName): string | undefined {
    return this.#live?.treasuries.get(chain);
  }
}
