import type { Chain } from '@stablecoin/chains';
import type { LocalSolana } from '@stablecoin/chains/testing';
import type { Currency } from '@stablecoin/contracts';
import { Bookkeeper } from './bookkeeper';

/** Books of the treasury by what an adapter says, compared with the ledger itself. */
export function booksOn(local: LocalSolana, chain: Chain): Bookkeeper {
  const { ledger, treasury } = local;
  const slotOf = (cursor: string): number => Number(cursor.split(':')[0]);
  const held = (currency: Currency, slot: number): bigint =>
    ledger.tokensOf(local.accountOf(treasury.address, ledger.mints[currency]), slot);
  return new Bookkeeper({
    chain,
    name: 'solana',
    address: treasury.address,
    truth: {
      heldAt: (cursor) => Promise.resolve({ USDC: held('USDC', slotOf(cursor)), EURC: held('EURC', slotOf(cursor)) }),
      // A transaction may bring several, in forms that have no place of their own.
      keyOf: (id) => id.split(':')[0] ?? id,
      deposits: (after) => Promise.resolve(local.deposits(slotOf(after))),
    },
  });
}
