import { NO_FLAGS, NO_NAMES } from '@stablecoin/chains';
import type { Chain } from '@stablecoin/chains';
import type { ChainName } from '@stablecoin/contracts';
import { namesIn, namesOn } from './other-names';

const SOLANA = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin';
const EVM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const names = { owner: 'owner', accounts: ['account'] };

let asked: string[];
beforeEach(() => {
  asked = [];
});

function namesOf(...open: readonly ChainName[]) {
  const on = (name: ChainName): Pick<Chain, 'addresses'> => ({
    addresses: {
      flags: () => Promise.resolve(NO_FLAGS),
      namesOf: (address) => {
        asked.push(`${name} ${address}`);
        return Promise.resolve(name === 'solana' ? names : NO_NAMES);
      },
    },
  });
  return namesOn({ router: { on }, treasuries: new Map(open.map((name) => [name, 'treasury'])) });
}

describe('the other names of an address', () => {
  it('are those on the chains of its family that are configured', async () => {
    expect(await namesOf('base', 'solana')(SOLANA)).toEqual(names);
    expect(await namesOf('base', 'solana')(EVM)).toEqual({ owner: null, accounts: [] });
    expect(asked).toEqual([`solana ${SOLANA}`, `base ${EVM}`]);
  });

  it('are none where no chain is configured', async () => {
    expect(await namesOf('base')(SOLANA)).toEqual({ owner: null, accounts: [] });
    expect(await namesOn(undefined)(SOLANA)).toEqual({ owner: null, accounts: [] });
    expect(asked).toEqual([]);
  });

  it('stand behind it in the list of all', () => {
    expect(namesIn(SOLANA, names)).toEqual([SOLANA, 'owner', 'account']);
    expect(namesIn(SOLANA, { owner: null, accounts: [] })).toEqual([SOLANA]);
  });
});
