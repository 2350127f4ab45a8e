import type { EvmNetwork } from './network';
import { EndpointsDisagreeError, agreement } from '../rpc/agreement';
import { readViews } from '../rpc/heads';
import type { RpcEndpoint } from '../rpc/rpc-endpoint';
import type { RpcPool } from '../rpc/rpc-pool';
import type { Block } from '../rpc/values';

/** Asks for what is final, as a majority of the configured endpoints says it (protocol rule 29). */
export class FinalReads {
  readonly #pool: RpcPool;
  readonly #network: EvmNetwork;
  readonly #now: () => number;

  constructor(pool: RpcPool, network: EvmNetwork, now: () => number) {
    this.#pool = pool;
    this.#network = network;
    this.#now = now;
  }

  /**
   * What a majority answers alike, of those that follow the same final chain.
   *
   * @throws {@link EndpointsDisagreeError} while no majority does
   */
  async agreed<T>(question: (finalized: Block, endpoint: RpcEndpoint) => Promise<T>): Promise<T> {
    const { majority, size, watch } = this.#pool;
    let answered = 0;
    for (const patience of ['majority', 'all'] as const) {
      const views = await readViews(this.#pool, { patience, now: this.#now() });
      // What has not come as far yet cannot know.
      const able = views.views.filter(({ heads }) => heads.latest.number >= views.finalized.number);
      const said = await this.#pool.ask(
        (endpoint) => question(views.finalized, endpoint),
        (soFar) => agreement(soFar, majority) !== undefined,
        { among: able.map(({ endpoint }) => endpoint) },
      );
      answered = said.length;
      const agreed = agreement(said, majority);
      if (agreed !== undefined) {
        for (const endpoint of agreed.against) watch.faulty(endpoint, 'disagrees');
        for (const { endpoint } of agreed.by) watch.agreed(endpoint);
        return agreed.value;
      }
      if (answered === size) break;
    }
    const { chain } = this.#network;
    throw new EndpointsDisagreeError(
      `endpoints answer differently of what is final on ${chain}: ${answered} of ${size} answer, ${majority} have to agree`,
    );
  }
}
