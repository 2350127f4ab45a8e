import { newId, parseAddress, CHAIN_NAMES, familyOf } from '@stablecoin/contracts';
import { sandboxAddress } from './sandbox-address';

describe('A wallet has an address from its creation on', () => {
  it.each(CHAIN_NAMES)('one of the family of %s, the same at every repetition, another for each wallet', (chain) => {
    const ids = Array.from({ length: 50 }, () => newId('wal', Date.UTC(2026, 0, 1)));
    const addresses = ids.map((id) => sandboxAddress(id, chain));
    for (const address of addresses) expect(parseAddress(address)).toEqual({ family: familyOf(chain), address });
    expect(new Set(addresses).size).toBe(ids.length);
    expect(ids.map((id) => sandboxAddress(id, chain))).toEqual(addresses);
  });
});
