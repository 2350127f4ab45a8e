import type { RpcEndpoint } from '../rpc/rpc-endpoint';
import { findTurn } from '../rpc/turn';
import { count } from './values';

/** A slot that was found by the time of its block. */
export interface SlotSince {
  readonly slot: number;
  /** Whether it is the first one of that time. False: the endpoint has no block before it. */
  readonly isFirst: boolean;
}

/** Slots after one without a block of which the next block is looked for: leaders that are away skip some. */
const SKIPPED_MAX = 64;

/**
 * The first slot at or after a time, by what one endpoint itself says of the times of its blocks. How long a slot takes is
 * never assumed. Takes a few dozen calls.
 *
 * @param since - in milliseconds since the epoch
 * @param until - a slot of a block that is not older
 * @throws NoAnswerError when the endpoint does not answer
 */
export async function firstSlotSince(endpoint: RpcEndpoint, since: number, until: number): Promise<SlotSince> {
  const isSince = async (slot: number): Promise<boolean | undefined> => {
    const time = await timeFrom(endpoint, slot);
    return time === null ? undefined : time >= since;
  };
  const { high: slot, isExact: isFirst } = await findTurn({ high: until, lowest: 0 }, isSince);
  return { slot, isFirst };
}

/** The time of the first block from a slot on, in milliseconds since the epoch; null where the endpoint has none there. */
async function timeFrom(endpoint: RpcEndpoint, slot: number): Promise<number | null> {
  for (const [from, slots] of [
    [slot, 1],
    [slot + 1, SKIPPED_MAX],
  ] as const) {
    const calls = Array.from({ length: slots }, (_, index) => ({ method: 'getBlockTime', params: [from + index] }));
    const found = (await endpoint.batch(calls)).find((answer) => answer.ok && answer.result !== null);
    if (found?.ok === true) return count(found.result) * 1_000;
  }
  return null;
}
