/** Where a statement about numbers turns from false to true: above `low`, and at `high` at the latest. */
export interface Turn {
  /** The highest number that the statement is not known to be true of. */
  readonly low: number;
  /** The lowest number that the statement is known to be true of. */
  readonly high: number;
  /** Whether it is false of `low`. False: nothing is known of `low`, nor of what is below. */
  readonly isExact: boolean;
}

/** First step of the search, which doubles: what is looked for is mostly recent. */
const FIRST_STEP = 64;

/**
 * Searches downwards in growing steps, then by bisection, for the number at which a statement becomes true, which it then
 * stays. It takes some 2 log2(distance) questions. They end even where the answers contradict each other.
 *
 * @param range - `high`: it is true of this number; `lowest`: what is below does not matter, and counts as false;
 * `within`: how far `low` and `high` may be apart at the end, 1 by default
 * @param isTrueOf - undefined where that is not known, as it then is of all below
 */
export async function findTurn(
  { high: known, lowest, within = 1 }: { readonly high: number; readonly lowest: number; readonly within?: number },
  isTrueOf: (number: number) => Promise<boolean | undefined>,
): Promise<Turn> {
  let [low, high, isExact] = [lowest - 1, known, true];
  const look = async (number: number): Promise<boolean> => {
    const answer = await isTrueOf(number);
    if (answer === true) {
      high = number;
      return true;
    }
    [low, isExact] = [number, answer === false];
    return false;
  };
  for (let step = Math.max(FIRST_STEP, within); high - step > low; step *= 2) {
    if (!(await look(high - step))) break;
  }
  while (high - low > within) await look(low + Math.ceil((high - low) / 2));
  return { low, high, isExact };
}
