import type { Hex } from 'viem';
import type { BlockRange } from '../../rpc/block-ranges';
import type { RpcCall } from '../../rpc/rpc-endpoint';
import { logs } from '../../rpc/values';
import type { LogEntry } from '../../rpc/values';

/** Logs that are asked for: of these contracts, with these topics. */
export interface LogFilter {
  readonly address: readonly string[];
  /** One topic, one of several, or any. */
  readonly topics: readonly (Hex | readonly Hex[] | null)[];
}

/** The question for logs in a range of blocks. */
export function logsCall(filter: LogFilter, range: BlockRange): RpcCall {
  return { method: 'eth_getLogs', params: [{ ...filter, ...range }] };
}

/**
 * The answer to it, in the order of the chain.
 *
 * @throws TypeError for logs that were not asked for
 */
export function readLogs(
  answer: unknown,
  { address, topics }: LogFilter,
  { fromBlock, toBlock }: BlockRange,
): readonly LogEntry[] {
  const addresses = new Set(address.map((each) => each.toLowerCase()));
  const last = toBlock === 'latest' ? Infinity : Number(toBlock);
  const found = logs(answer);
  for (const entry of found) {
    const isAsked =
      addresses.has(entry.address) &&
      entry.block >= Number(fromBlock) &&
      entry.block <= last &&
      topics.every((wanted, index) => isWanted(entry.topics[index], wanted));
    if (!isAsked) throw new TypeError('a log that was not asked for');
  }
  return found;
}

function isWanted(topic: string | undefined, wanted: Hex | readonly Hex[] | null): boolean {
  if (wanted === null) return true;
  const all = typeof wanted === 'string' ? [wanted] : wanted;
  return all.some((each) => each.toLowerCase() === topic);
}
