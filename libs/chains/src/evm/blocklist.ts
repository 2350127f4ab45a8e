import type { Currency } from '@stablecoin/money';
import { encodeFunctionData } from 'viem/utils';
import type { Hex } from 'viem';
import { TOKEN_ABI } from './abi';
import { readCall, readResults } from './multicall';
import type { EvmNetwork } from './network';
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

  /** Whether the token refuses to move money to or from an address. */
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
      const reads = asked.map(({ currency, address }) => ({ to: tokens[currency], data: blocklistRead(address) }));
      const [result] = await this.#pool.first([readCall(multicall, reads, 'latest')]);
      const values = readResults(result);
      for (const [place, { answer }] of asked.entries()) answer(BigInt(values[place] ?? '0x0') !== 0n);
    } catch (error) {
      for (const { fail } of asked) fail(error);
    }
  }
}

function blocklistRead(address: string): Hex {
  return encodeFunctionData({ abi: TOKEN_ABI, functionName: 'isBlacklisted', args: [address as Hex] });
}
