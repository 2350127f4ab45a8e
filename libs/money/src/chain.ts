/** The chains that a payment can be made on, in the order in which equal routes are preferred. */
export const CHAIN_NAMES = ['base', 'ethereum', 'solana'] as const;

export type ChainName = (typeof CHAIN_NAMES)[number];

/** Chains of one family share addresses and signing: what is sent to an EVM address can go by either EVM chain. */
export type ChainFamily = 'evm' | 'solana';

/** The family of a chain. */
export function familyOf(chain: ChainName): ChainFamily {
  return chain === 'solana' ? 'solana' : 'evm';
}

/** The chains of a family, in order of preference. */
export function chainsOf(family: ChainFamily): readonly ChainName[] {
  return CHAIN_NAMES.filter((chain) => familyOf(chain) === family);
}

/** What fees are paid in. */
export type Coin = 'ETH' | 'SOL';

/** The coin that a chain takes for its fees: counted in wei, or in lamports. */
export function coinOf(chain: ChainName): Coin {
  return familyOf(chain) === 'solana' ? 'SOL' : 'ETH';
}
