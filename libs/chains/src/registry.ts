import type { Chain } from './chain';

/** The chains of the two modes: simulated ones for sandbox keys, real ones for live keys. */
export class Chains {
  readonly #sandbox: Chain;
  readonly #live: Chain | undefined;

  /** @param live - left out where no real chain is configured */
  constructor(sandbox: Chain, live?: Chain) {
    this.#sandbox = sandbox;
    this.#live = live;
  }

  /** `undefined`: nothing is configured for that mode, which the API answers with 422 `chain_unavailable`. */
  forMode(livemode: boolean): Chain | undefined {
    return livemode ? this.#live : this.#sandbox;
  }
}
