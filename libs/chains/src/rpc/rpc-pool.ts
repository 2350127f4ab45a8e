import { NoAnswerError } from './rpc-endpoint';
import type { RpcCall, RpcEndpoint } from './rpc-endpoint';

/** What one endpoint said. */
export interface Said<T> {
  readonly endpoint: RpcEndpoint;
  readonly value: T;
}

/** The endpoints of one chain. */
export class RpcPool {
  readonly #endpoints: readonly RpcEndpoint[];

  constructor(endpoints: readonly RpcEndpoint[]) {
    if (endpoints.length === 0) throw new Error('a chain has at least one endpoint');
    this.#endpoints = endpoints;
  }

  get size(): number {
    return this.#endpoints.length;
  }

  /**
   * The results of the first endpoint that gives any; those that failed a moment ago are asked last. For what may be
   * asked twice, and where one endpoint is as good as another.
   *
   * @throws the last endpoint's error when none has answered
   */
  async first(calls: readonly RpcCall[]): Promise<readonly unknown[]> {
    const inOrder = [...this.#endpoints].sort((one, other) => Number(one.isResting) - Number(other.isResting));
    let last: unknown;
    for (const endpoint of inOrder) {
      try {
        return await endpoint.results(calls);
      } catch (error) {
        last = error;
      }
    }
    throw last;
  }

  /**
   * Asks every endpoint the same, at the same time. One that failed a moment ago is left out, unless all have.
   *
   * @returns what those said that have answered, at least one
   * @throws the first endpoint's error when none has
   */
  async each<T>(ask: (endpoint: RpcEndpoint) => Promise<T>): Promise<readonly Said<T>[]> {
    const awake = this.#endpoints.filter((endpoint) => !endpoint.isResting);
    const asked = awake.length > 0 ? awake : this.#endpoints;
    const settled = await Promise.allSettled(asked.map(async (endpoint) => ({ endpoint, value: await ask(endpoint) })));
    const said = settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    if (said.length > 0) return said;
    const failed = settled.find((each) => each.status === 'rejected');
    throw failed?.reason ?? new NoAnswerError('every endpoint', 'none was asked');
  }
}
