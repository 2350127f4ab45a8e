import type { ChainLog } from '../chain-log';
import type { RpcEndpoint } from '../rpc/rpc-endpoint';
import type { RpcPool } from '../rpc/rpc-pool';
import type { Carrier } from './carriers';
import { count, inContext, list, record, status } from './values';

type Mortal = Pick<Carrier, 'signature' | 'blockhash' | 'lastValidBlockHeight' | 'sinceSlot'>;

/** How far an endpoint had finalized the chain before it was asked for signatures. */
interface Finalized {
  readonly endpoint: RpcEndpoint;
  readonly height: number;
  readonly slot: number;
}

/**
 * Finds the transactions that no block will ever hold (protocol rule 17). Every configured endpoint has to say so, each
 * for itself and in this order: it has finalized a block past the last valid height; then, from no earlier a slot than
 * that, it knows no such signature in a history that reaches back to the blockhash, which is not valid any more.
 *
 * @returns signatures; none while an endpoint gives no answer, since it may be the one that knows better
 */
export async function findDead(
  pool: RpcPool,
  transactions: readonly Mortal[],
  log: ChainLog,
): Promise<ReadonlySet<string>> {
  if (transactions.length === 0) return new Set();
  const finalized = await readFinalized(pool);
  const lowest = Math.min(...finalized.map(({ height }) => height));
  const over = transactions.filter(({ lastValidBlockHeight }) => lastValidBlockHeight < lowest);
  if (over.length === 0) return new Set();
  if (finalized.length < pool.size) {
    const names = finalized.map(({ endpoint }) => endpoint.name);
    log.warn({ answered: names, of: pool.size }, 'transactions wait for endpoints that give no answer');
    return new Set();
  }
  const views = await Promise.allSettled(finalized.map((each) => findUnknown(each, over)));
  const dead = over.filter(({ signature }) =>
    views.every((view) => view.status === 'fulfilled' && view.value.has(signature)),
  );
  return new Set(dead.map(({ signature }) => signature));
}

async function readFinalized(pool: RpcPool): Promise<readonly Finalized[]> {
  const said = await pool.each(async (endpoint): Promise<Finalized> => {
    const [info] = await endpoint.results([{ method: 'getEpochInfo', params: [{ commitment: 'finalized' }] }]);
    const { absoluteSlot, blockHeight } = record(info);
    return { endpoint, height: count(blockHeight), slot: count(absoluteSlot) };
  });
  return said.map(({ value }) => value);
}

/** Those that an endpoint can be sure to have nowhere. */
async function findUnknown({ endpoint, slot }: Finalized, over: readonly Mortal[]): Promise<ReadonlySet<string>> {
  const hashes = [...new Set(over.map(({ blockhash }) => blockhash))];
  const [first, statuses, ...valid] = await endpoint.results([
    { method: 'getFirstAvailableBlock', params: [] },
    {
      method: 'getSignatureStatuses',
      params: [over.map(({ signature }) => signature), { searchTransactionHistory: true }],
    },
    ...hashes.map((hash) => ({ method: 'isBlockhashValid', params: [hash, { commitment: 'finalized' }] })),
  ]);
  const historyBegins = count(first);
  const seen = inContext(statuses, (value) => list(value, over.length).map(status));
  // Behind a name there may be several nodes, of which one that is behind has answered now.
  if (seen.slot < slot) return new Set();
  const invalid = new Set(
    hashes.filter((_, place) => {
      const { slot: at, value } = inContext(valid[place], (each) => each === false);
      return value && at >= slot;
    }),
  );
  const unknown = over.filter(
    ({ blockhash, sinceSlot }, place) =>
      seen.value[place] === null && historyBegins <= sinceSlot && invalid.has(blockhash),
  );
  return new Set(unknown.map(({ signature }) => signature));
}
