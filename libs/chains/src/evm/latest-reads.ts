import type { Hex } from 'viem';
import { readCall, readResults } from './multicall';
import type { ContractRead } from './multicall';
import type { EvmNetwork } from './network';
import { agreement } from '../rpc/agreement';
import type { EndpointAnswer } from '../rpc/agreement';
import type { RpcPool } from '../rpc/rpc-pool';

interface Question {
  readonly read: ContractRead;
  readonly answer: (value: Hex | null) => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Reads contracts at the latest block; what is asked for in one turn goes out in one call. Only contracts that are known
 * are read like this: one that burns all its gas would take the answers to everybody else with it.
 */
export class LatestReads {
  readonly #pool: RpcPool;
  readonly #network: EvmNetwork;
  #asked: Question[] = [];

  constructor(pool: RpcPool, network: EvmNetwork) {
    this.#pool = pool;
    this.#network = network;
  }

  /** What a majority of the configured endpoints answers; null where no majority answers the same. */
  read(read: ContractRead): Promise<Hex | null> {
    return new Promise((answer, fail) => {
      this.#asked.push({ read, answer, fail });
      if (this.#asked.length === 1) setImmediate(() => void this.#ask());
    });
  }

  async #ask(): Promise<void> {
    const asked = this.#asked;
    this.#asked = [];
    try {
      const reads = asked.map(({ read }) => read);
      const values = await agreedReads(this.#pool, this.#network, reads, 'latest');
      for (const [index, { answer }] of asked.entries()) answer(values[index] ?? null);
    } catch (error) {
      for (const { fail } of asked) fail(error);
    }
  }
}

/**
 * Reads contracts at a block.
 *
 * @returns for each read what a majority of the configured endpoints answers; null where no majority answers the same
 * @throws Error when no endpoint answers
 */
export async function agreedReads(
  pool: RpcPool,
  { multicall }: Pick<EvmNetwork, 'multicall'>,
  reads: readonly ContractRead[],
  block: string,
): Promise<readonly (Hex | null)[]> {
  const call = readCall(multicall, reads, block);
  const agreed = (said: readonly EndpointAnswer<readonly Hex[]>[], index: number): Hex | undefined =>
    agreement(
      said.map(({ endpoint, value }) => ({ endpoint, value: value[index] ?? '0x' })),
      pool.majority,
    )?.value;
  const said = await pool.ask(
    async (endpoint) => readResults((await endpoint.results([call]))[0], reads.length),
    (soFar) => reads.every((_, index) => agreed(soFar, index) !== undefined),
  );
  return reads.map((_, index) => agreed(said, index) ?? null);
}
