import type { RpcEndpoint } from '../../rpc/rpc-endpoint';
import { count, hex, logs, receipt } from '../../rpc/values';
import type { Block, LogEntry } from '../../rpc/values';
import { isCancellation, keyOfUse, readStates, statesCall } from './use-finder';
import type { GuardedNonce, UseFinder } from './use-finder';

/** Where an endpoint has the transfer of an authorization. */
export interface Sighting {
  readonly hash: string;
  readonly block: number;
  readonly blockHash: string;
}

/** What one endpoint says of a submission. Nonces are named by their key. */
export interface EndpointLook {
  readonly used: ReadonlyMap<string, Sighting>;
  /** Those that the account itself has canceled on chain, which an EVM account may do. */
  readonly canceled: ReadonlySet<string>;
  /** Those that are used by the contract's word, and of which the endpoint has no log. */
  readonly lost: ReadonlySet<string>;
  /** The block in which the submission's own transaction stands. */
  readonly includedIn: { readonly block: number; readonly blockHash: string } | null;
}

/**
 * Asks one endpoint what became of a submission. Ordinarily that takes one request: the receipt has the logs of all
 * transfers, and of the others the contracts say that their nonces are free. Only what another transaction has used is
 * searched for.
 *
 * @param parts - `hash`: of the submission's own transaction; `range`: where else its nonces may have been used
 */
export async function lookAt(
  endpoint: RpcEndpoint,
  {
    hash,
    nonces,
    range,
    multicall,
    uses,
  }: {
    readonly hash: string;
    readonly nonces: readonly GuardedNonce[];
    readonly range: { readonly last: Block; readonly since: number };
    readonly multicall: string;
    readonly uses: UseFinder;
  },
): Promise<EndpointLook> {
  const [answer, states] = await endpoint.results([
    { method: 'eth_getTransactionReceipt', params: [hash] },
    statesCall(multicall, nonces, 'latest'),
  ]);
  const areUsed = readStates(states, nonces.length);
  const found = receipt(answer, hash);
  const includedIn = found === null ? null : { block: count(found['blockNumber']), blockHash: hex(found['blockHash']) };
  const keys = new Set(nonces.map(({ key }) => key));
  const entries = new Map<string, LogEntry>();
  for (const entry of logs(found?.['logs'] ?? [])) {
    const key = keyOfUse(entry);
    if (key !== undefined && keys.has(key)) entries.set(key, entry);
  }
  const elsewhere = nonces.filter(({ key }, index) => areUsed[index] === true && !entries.has(key));
  const others = elsewhere.length === 0 ? entries : await uses.find(endpoint, elsewhere, range);
  for (const [key, entry] of others) entries.set(key, entry);

  const used = new Map<string, Sighting>();
  const canceled = new Set<string>();
  for (const [key, entry] of entries) {
    const { txHash, block, blockHash } = entry;
    if (isCancellation(entry)) canceled.add(key);
    else used.set(key, { hash: txHash, block, blockHash });
  }
  const lost = new Set(elsewhere.map(({ key }) => key).filter((key) => !entries.has(key)));
  return { used, canceled, lost, includedIn };
}
