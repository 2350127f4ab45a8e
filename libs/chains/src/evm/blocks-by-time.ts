import type { RpcEndpoint } from '../rpc/rpc-endpoint';
import { findTurn } from '../rpc/turn';
import { blockNumbered, toQuantity } from '../rpc/values';
import type { Block } from '../rpc/values';

/** A block that was found by its time. */
export interface BlockSince {
  readonly number: number;
  /** Whether it is the first one of that time. False: the endpoint has no block before it. */
  readonly isFirst: boolean;
}

/** Answers kept for each endpoint. */
const KEPT_MAX = 1_000;

/**
 * Finds blocks by their time, by what one endpoint itself says of the times of its blocks. How fast a chain makes blocks is
 * never assumed: it changes. What is found counts only for answers of the same endpoint, or has to be agreed on (protocol
 * rule 29).
 */
export class BlocksByTime {
  /** Numbers of the first blocks of a time, by seconds since the epoch. */
  readonly #known = new WeakMap<RpcEndpoint, Map<number, number>>();

  /**
   * The first block at or after a time, of those up to `last`. Takes a few dozen calls for a time of which nothing is
   * known, and none for one that was asked for before.
   *
   * @param since - in milliseconds since the epoch
   * @param last - a block of the endpoint; found when all up to it are older
   * @throws NoAnswerError when the endpoint does not answer
   */
  async firstSince(endpoint: RpcEndpoint, since: number, last: Block): Promise<BlockSince> {
    const from = Math.ceil(since / 1_000);
    if (last.timestamp < from) return { number: last.number, isFirst: true };
    const known = this.#knownAt(endpoint);
    const found = known.get(from);
    if (found !== undefined && found <= last.number) return { number: found, isFirst: true };
    const isSince = async (number: number): Promise<boolean | undefined> => {
      const timestamp = await timestampOf(endpoint, number);
      return timestamp === null ? undefined : timestamp >= from;
    };
    const { high: number, isExact: isFirst } = await findTurn(boundsOf(known, from, last.number), isSince);
    if (isFirst) keep(known, from, number);
    return { number, isFirst };
  }

  #knownAt(endpoint: RpcEndpoint): Map<number, number> {
    const known = this.#known.get(endpoint) ?? new Map<number, number>();
    this.#known.set(endpoint, known);
    return known;
  }
}

/** What follows from earlier answers. */
function boundsOf(
  known: ReadonlyMap<number, number>,
  from: number,
  last: number,
): { readonly lowest: number; readonly high: number } {
  let [lowest, high] = [0, last];
  for (const [seconds, number] of known) {
    if (number > last) continue;
    if (seconds <= from) lowest = Math.max(lowest, number);
    else high = Math.min(high, number);
  }
  // Blocks were replaced since.
  return lowest <= high ? { lowest, high } : { lowest: 0, high: last };
}

function keep(known: Map<number, number>, seconds: number, number: number): void {
  known.set(seconds, number);
  const [oldest] = known.keys();
  if (known.size > KEPT_MAX && oldest !== undefined) known.delete(oldest);
}

/** In seconds since the epoch; null where the endpoint does not have the block. */
async function timestampOf(endpoint: RpcEndpoint, number: number): Promise<number | null> {
  const call = { method: 'eth_getBlockByNumber', params: [toQuantity(number), false] };
  const [answer] = await endpoint.batch([call]);
  // A node that has pruned its history answers with an error, or with null.
  if (answer?.ok !== true || answer.result === null) return null;
  return blockNumbered(answer.result, number).timestamp;
}
