import { hex, toQuantity } from '../../rpc/values';
import type { FinalReads } from '../final-reads';

const DEPLOYED_MAX = 100_000;

/** Wallets that a final block has; what is final stays. */
export class DeployedWallets {
  readonly #final: FinalReads;
  readonly #known = new Set<string>();

  constructor(final: FinalReads) {
    this.#final = final;
  }

  /** Whether the wallet is known to be deployed, without a look at the chain. */
  isKnown(address: string): boolean {
    return this.#known.has(address);
  }

  /** Those of the addresses that have a wallet. @throws Error while no majority agrees */
  async among(addresses: readonly string[]): Promise<Set<string>> {
    const asked = addresses.filter((address) => !this.#known.has(address));
    if (asked.length === 0) return new Set(addresses);
    const areDeployed = await this.#final.agreed(async ({ number }, endpoint) => {
      const at = toQuantity(number);
      const codes = await endpoint.results(asked.map((each) => ({ method: 'eth_getCode', params: [each, at] })));
      return codes.map((code) => hex(code) !== '0x');
    });
    const without = new Set(asked.filter((_, index) => areDeployed[index] !== true));
    const found = addresses.filter((address) => !without.has(address));
    for (const address of found) if (this.#known.size < DEPLOYED_MAX) this.#known.add(address);
    return new Set(found);
  }
}
