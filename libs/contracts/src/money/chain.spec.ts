import { CHAIN_NAMES, chainsOf, familyOf } from './chain';

describe('chains', () => {
  it('Routing: with equal cost the order is base, ethereum; a Solana address has one candidate', () => {
    expect(chainsOf('evm')).toEqual(['base', 'ethereum']);
    expect(chainsOf('solana')).toEqual(['solana']);
  });

  it('belong to exactly one family', () => {
    expect([...chainsOf('evm'), ...chainsOf('solana')].sort()).toEqual([...CHAIN_NAMES].sort());
    for (const chain of CHAIN_NAMES) expect(chainsOf(familyOf(chain))).toContain(chain);
  });
});
