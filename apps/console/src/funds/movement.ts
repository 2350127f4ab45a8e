import type { Resource } from '../api/client';
import { labelOf } from '../ui/labels';
import { compareAmounts } from '../ui/money';

export interface MovementText {
  /** Accounts in words. */
  readonly from: string;
  readonly to: string;
  /** Decimal text without a sign. */
  readonly amount: string;
}

/** Both sides of a ledger entry, in words. */
export function movementOf({ postings }: Pick<Resource<'LedgerEntry'>, 'postings'>): MovementText {
  const names = (isSide: (amount: string) => boolean) => {
    const side = postings.filter(({ amount }) => isSide(amount)).map(({ account }) => accountInWords(account));
    return [...new Set(side)].join(', ');
  };
  const entered = postings.find(({ amount }) => compareAmounts(amount, '0') > 0);
  return {
    from: names((amount) => compareAmounts(amount, '0') < 0),
    to: names((amount) => compareAmounts(amount, '0') > 0),
    amount: entered?.amount ?? '0.00',
  };
}

/** `treasury:base:available` is `Available`, `external:network_fees` is `Network fees`. */
function accountInWords(account: string): string {
  const [holder = '', ...path] = account.split(':');
  if (holder === 'relayers') return 'Relayers';
  if (holder === 'equity') return 'Opening balance';
  return labelOf(path.at(-1) ?? holder);
}
