/** The chains that carry payments, in order of preference between equal routes. */
export const CHAIN_NAMES = ['base', 'ethereum', 'solana'] as const;

export type ChainName = (typeof CHAIN_NAMES)[number];

/** Chains of one family share the form of addresses and signatures. */
export type ChainFamily = 'evm' | 'solana';

/** The family of a chain. */
export function familyOf(chain: ChainName): ChainFamily {
  return chain === 'solana' ? 'solana' : 'evm';
}

/** The chains of a family, in order of preference. */
export function chainsOf(family: ChainFamily): readonly ChainName[] {
  return CHAIN_NAMES.filter((chain) => familyOf(chain) === family);
}

/** The coins that pay for fees. */
export const COINS = ['ETH', 'SOL'] as const;

export type Coin = (typeof COINS)[number];

/** The coin that pays a chain's fees, counted in wei or lamports. */
export function coinOf(chain: ChainName): Coin {
  return familyOf(chain) === 'solana' ? 'SOL' : 'ETH';
}
