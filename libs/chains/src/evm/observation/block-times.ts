import { agreement } from '../../rpc/agreement';
import type { RpcEndpoint } from '../../rpc/rpc-endpoint';
import type { RpcPool } from '../../rpc/rpc-pool';
import { blockNumbered, toQuantity } from '../../rpc/values';

const TIMES_MAX = 1_000;

/** The times of blocks, each requested once. */
export class BlockTimes {
  readonly #pool: RpcPool;
  /** By the hash of the block. */
  readonly #times = new Map<string, Promise<number | null>>();

  constructor(pool: RpcPool) {
    this.#pool = pool;
  }

  /**
   * @param endpoints - those that have the block
   * @returns the time that a majority reports, in milliseconds since the epoch; null while there is none
   */
  async timeOf(
    endpoints: readonly RpcEndpoint[],
    { block, blockHash }: { readonly block: number; readonly blockHash: string },
  ): Promise<number | null> {
    const known = this.#times.get(blockHash);
    if (known !== undefined) return known;
    const time = this.#read(endpoints, block, blockHash).catch(() => null);
    this.#times.set(blockHash, time);
    const at = await time;
    if (at === null) this.#times.delete(blockHash);
    const [oldest] = this.#times.keys();
    if (this.#times.size > TIMES_MAX && oldest !== undefined) this.#times.delete(oldest);
    return at;
  }

  async #read(endpoints: readonly RpcEndpoint[], number: number, blockHash: string): Promise<number | null> {
    const { majority } = this.#pool;
    const call = { method: 'eth_getBlockByNumber', params: [toQuantity(number), false] };
    const said = await this.#pool.ask(
      async (endpoint) => blockNumbered((await endpoint.results([call]))[0], number),
      (soFar) => agreement(soFar, majority) !== undefined,
      { among: endpoints },
    );
    const found = agreement(said, majority)?.value;
    return found?.hash === blockHash ? found.timestamp * 1_000 : null;
  }
}
