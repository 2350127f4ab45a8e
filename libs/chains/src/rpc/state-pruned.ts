import { RpcError } from './rpc-endpoint';

/**
 * How nodes say that they no longer have the state of a block: go-ethereum ("missing trie node", "historical state … is
 * not available"), Reth ("state at block #1 is pruned"), Erigon ("old data not available due to pruning"), Nethermind
 * ("No state available for block 1"), Besu ("World state unavailable"), and providers ("archive node required").
 */
const PRUNED =
  /missing trie node|state [^.]*\b(not|un)\s?available|no state available|\bpruned\b|due to pruning|archive (node|request|data)/i;
/** Of pruned history (EIP-4444). */
const PRUNED_HISTORY = 4444;

/** Whether an endpoint has answered that it no longer has the state of the block that it was asked for. */
export function isStatePruned(error: unknown): boolean {
  return error instanceof RpcError && (error.rpcCode === PRUNED_HISTORY || PRUNED.test(error.reason));
}
