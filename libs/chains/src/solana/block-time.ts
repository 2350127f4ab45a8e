import { agreement } from '../rpc/agreement';
import type { RpcPool } from '../rpc/rpc-pool';
import { count } from './values';

/**
 * The time of a block, as a majority of the configured endpoints tells it (protocol rule 29).
 *
 * @returns milliseconds since the epoch; null while no majority agrees
 */
export async function readBlockTime(pool: RpcPool, slot: number): Promise<number | null> {
  const said = await pool.ask(
    async (endpoint) => count((await endpoint.results([{ method: 'getBlockTime', params: [slot] }]))[0]) * 1_000,
    (soFar) => agreement(soFar, pool.majority) !== undefined,
  );
  const agreed = agreement(said, pool.majority);
  for (const endpoint of agreed?.against ?? []) pool.watch.faulty(endpoint, 'disagrees', { slot });
  return agreed?.value ?? null;
}
