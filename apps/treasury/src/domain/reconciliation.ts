import { CURRENCIES, pocketOf } from '@stablecoin/contracts';
import type { ChainName, Currency, Units } from '@stablecoin/contracts';
import type { TreasuryState } from './treasury';
import type { BalanceDifference } from './followed-chains';

/** A reading of a chain, and what is needed to compare it with the books. */
export interface ChainReading {
  readonly chain: ChainName;
  /** Where the books' deposits ended when the rest was read: books that have gone on since are not compared. */
  readonly cursor: string;
  /** What the treasury's address holds, at a block that is final. */
  readonly balances: Readonly<Record<Currency, Units>>;
  /** Ids of the deposits that came in after that block; those that the books have already are not in its balances. */
  readonly laterDeposits: readonly {
    readonly transferId: string;
    readonly currency: Currency;
    readonly amount: Units;
  }[];
  /**
   * All that had left by the books, at a moment whose payments are in that block for sure; null while no such moment
   * is known.
   */
  readonly postedBefore: Readonly<Record<Currency, Units>> | null;
}

/**
 * Compares the books with a chain. They may differ for three reasons, each with a bound:
 *
 * - A reserved amount may have left the chain before the books know: the chain may hold less, down to what is available or
 * held.
 *
 * - A posted amount may still be on the chain at the final block that was read, which is some minutes old: the chain
 * may hold more, by what was posted since.
 *
 * - A deposit after that block may already be in the books: the chain holds exactly that much less.
 *
 * A balance outside of these bounds is a real difference.
 *
 * @returns null when the books changed during the reading, so that they cannot be compared
 */
export function compareBalances(state: TreasuryState, reading: ChainReading): readonly BalanceDifference[] | null {
  if (state.chains.get(reading.chain)?.cursor !== reading.cursor) return null;
  return CURRENCIES.map((currency) => compare(state, reading, currency));
}

function compare(
  { book, posted, transfers }: TreasuryState,
  { chain, balances, laterDeposits, postedBefore }: ChainReading,
  currency: Currency,
): BalanceDifference {
  const pocket = pocketOf(chain, currency);
  const later = laterDeposits
    .filter((deposit) => deposit.currency === currency && transfers.has(deposit.transferId))
    .reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  const onChain = BigInt(balances[currency]);
  const least = book.available(pocket) + book.held(pocket) - later;
  const most =
    postedBefore === null
      ? null
      : book.total(pocket) - later + (posted.get(pocket) ?? 0n) - BigInt(postedBefore[currency]);
  const difference = onChain < least ? onChain - least : most !== null && onChain > most ? onChain - most : 0n;
  return {
    currency,
    onChain: `${onChain}`,
    least: `${least}`,
    most: most === null ? null : `${most}`,
    difference: `${difference}`,
  };
}
