import type { ChainName, Units } from '@stablecoin/contracts';
import { familyOf } from '@stablecoin/contracts';
import type { Authorization } from '../transfers';

const RECIPIENT = {
  evm: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  solana: 'SysvarC1ock11111111111111111111111111111111',
} as const;

/** An authorization for the simulated chain, valid for 5 s. */
export function simulatedAuthorization(
  chain: ChainName,
  amount: Units,
  given: Partial<Authorization> & Pick<Authorization, 'id' | 'authorizedAt'>,
): Authorization {
  return {
    chain,
    sender: 'sandbox',
    to: RECIPIENT[familyOf(chain)],
    amount,
    currency: 'USDC',
    memo: null,
    validUntil: given.authorizedAt + 5_000,
    ...given,
  };
}
