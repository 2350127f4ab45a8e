import type { Chain } from '@stablecoin/chains';
import { paidIn } from '@stablecoin/chains/testing';
import type { LocalEvm } from '@stablecoin/chains/testing';
import { Bookkeeper } from '../bookkeeper';

/**
 * Books of the treasury by what an adapter says, compared with the chain itself.
 *
 * @param ownNumber - the number that the chain gives to a block of which the adapter has another one
 */
export function booksOn(local: LocalEvm, chain: Chain, ownNumber: (block: number) => Promise<number>): Bookkeeper {
  const { address } = local.treasury;
  const blockOf = (cursor: string): Promise<number> => ownNumber(Number(cursor.split(':')[0]));
  return new Bookkeeper({
    chain,
    name: local.network.chain,
    address,
    truth: {
      heldAt: async (cursor) => {
        const block = `0x${(await blockOf(cursor)).toString(16)}`;
        const [USDC, EURC] = await Promise.all([
          local.balanceOf('USDC', address, block),
          local.balanceOf('EURC', address, block),
        ]);
        return { USDC, EURC };
      },
      keyOf: (id) => id,
      deposits: async (after) => paidIn(local, (await blockOf(after)) + 1),
    },
  });
}
