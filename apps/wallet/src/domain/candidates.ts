import { formatAmount, pocketOf } from '@stablecoin/contracts';
import type { ReservationRequest } from '@stablecoin/contracts';
import type { ReservationBook } from '@stablecoin/funds/domain';

type Wanted = Pick<ReservationRequest, 'candidates' | 'currency' | 'amount'>;

/** Why nothing could be reserved, with what there is. */
export function insufficient(
  { candidates, currency, amount }: Wanted,
  book: ReservationBook,
): { readonly code: 'insufficient_balance'; readonly message: string } {
  const held = candidates.map((chain) => `${formatAmount(book.available(pocketOf(chain, currency)))} on ${chain}`);
  return {
    code: 'insufficient_balance',
    message: `The wallet has less than ${formatAmount(BigInt(amount))} ${currency} available: ${held.join(', ')}.`,
  };
}
