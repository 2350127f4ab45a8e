import type { Currency } from '@stablecoin/contracts';
import { encodeFunctionData } from 'viem/utils';
import type { Hex } from 'viem';
import { TOKEN_ABI } from '../abi';
import type { LatestReads } from '../latest-reads';
import type { EvmNetwork } from '../network';

/** Asks the tokens' blocklists. */
export class Blocklist {
  readonly #reads: LatestReads;
  readonly #network: EvmNetwork;

  constructor(reads: LatestReads, network: EvmNetwork) {
    this.#reads = reads;
    this.#network = network;
  }

  /** Whether the token refuses to move money to or from an address, by a majority of the configured endpoints. */
  async has(currency: Currency, address: string): Promise<boolean> {
    const data = encodeFunctionData({ abi: TOKEN_ABI, functionName: 'isBlacklisted', args: [address as Hex] });
    const said = await this.#reads.read({ to: this.#network.tokens[currency], data });
    // Where no majority says so the token itself decides: it moves nothing that is blocked.
    return said !== null && BigInt(said) !== 0n;
  }
}
