import { toQuantity } from './values';

/** Blocks whose logs are asked for together: some endpoints refuse more than 2,000, and more than 10,000 logs. */
export const BLOCKS_MAX = 1_000;

/** Blocks as `eth_getLogs` takes them. */
export interface BlockRange {
  readonly fromBlock: string;
  readonly toBlock: string;
}

/**
 * Splits the blocks from a number on into ranges. After a day of downtime they cover a day.
 *
 * @param latest - highest known block. The last range is open, up to the latest block at the time of the call
 */
export function blockRanges(from: number, latest: number): readonly BlockRange[] {
  const ranges: BlockRange[] = [];
  let first = Math.max(0, from);
  for (; first + BLOCKS_MAX <= latest; first += BLOCKS_MAX) {
    ranges.push({ fromBlock: toQuantity(first), toBlock: toQuantity(first + BLOCKS_MAX - 1) });
  }
  return [...ranges, { fromBlock: toQuantity(first), toBlock: 'latest' }];
}
