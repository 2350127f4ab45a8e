import type { Chain } from '@stablecoin/chains';
import { paidIn } from '@stablecoin/chains/testing';
import type { LocalEvm } from '@stablecoin/chains/testing';
import { Bookkeeper } from '../bookkeeper';

/** Books of the treasury by what an adapter says, compared with the chain itself. */
export function booksOn(local: LocalEvm, chain: Chain): Bookkeeper {
  const { address } = local.treasury;
  const blockOf = (cursor: string): number => Number(cursor.split(':')[0]);
  return new Bookkeeper({
    chain,
    name: local.network.chain,
    address,
    truth: {
      heldAt: async (cursor) => {
        const block = `0x${blockOf(cursor).toString(16)}`;
        const [USDC, EURC] = await Promise.all([
          local.balanceOf('USDC', address, block),
          local.balanceOf('EURC', address, block),
        ]);
        return { USDC, EURC };
      },
      deposits: (after) => paidIn(local, blockOf(after) + 1),
    },
  });
}
