import type { Currency } from '@stablecoin/money';
import { encodeFunctionData } from 'viem/utils';
import type { Hex } from 'viem';
import { TOKEN_ABI } from './abi';
import { readCall, readResults } from './multicall';
import type { EvmNetwork } from './network';
import { agreement } from '../rpc/agreement';
import type { Said } from '../rpc/agreement';
import type { RpcPool } from '../rpc/rpc-pool';

interface Question {
  readonly currency: Currency;
  readonly address: string;
  readonly answer: (isBlocked: boolean) => void;
  readonly fail: (error: unknown) => void;
}

/** Asks the tokens' blocklists; what is asked for in one turn goes out in one call. */
export class Blocklist {
  readonly #pool: RpcPool;
  readonly #network: EvmNetwork;
  #asked: Question[] = [];

  constructor(pool: RpcPool, network: EvmNetwork) {
    this.#pool = pool;
    this.#network = network;
  }

  /** Whether the token refuses to move money to or from an address, by a majority of the configured endpoints. */
  has(currency: Currency, address: string): Promise<boolean> {
    return new Promise((answer, fail) => {
      this.#asked.push({ currency, address, answer, fail });
      if (this.#asked.length === 1) setImmediate(() => void this.#ask());
    });
  }

  async #ask(): Promise<void> {
    const asked = this.#asked;
    this.#asked = [];
    try {
      const { tokens, multicall } = this.#network;
      const { majority } = this.#pool;
      const reads = asked.map(({ currency, address }) => ({ to: tokens[currency], data: blocklistRead(address) }));
      const call = readCall(multicall, reads, 'latest');
      const agreed = (said: readonly Said<readonly boolean[]>[], place: number) =>
        agreement(
          said.map(({ endpoint, value }) => ({ endpoint, value: value[place] === true })),
          majority,
        );
      const said = await this.#pool.ask(
        async (endpoint) =>
          readResults((await endpoint.results([call]))[0], reads.length).map((value) => BigInt(value) !== 0n),
        (soFar) => asked.every((_, place) => agreed(soFar, place) !== undefined),
      );
      // Where no majority says so the token itself decides: it moves nothing that is blocked.
      for (const [place, { answer }] of asked.entries()) answer(agreed(said, place)?.value === true);
    } catch (error) {
      for (const { fail } of asked) fail(error);
    }
  }
}

function blocklistRead(address: string): Hex {
  return encodeFunctionData({ abi: TOKEN_ABI, functionName: 'isBlacklisted', args: [address as Hex] });
}
