import type { Currency } from '@stablecoin/contracts';

/** How a public cluster is expected to be. */
export interface SolanaExpectations {
  /** The time between two slots, in milliseconds. */
  readonly slotMs: number;
  /** How many blocks a transaction has to get into one, from its blockhash on. */
  readonly blockhashBlocks: number;
  /** The newest version of transactions that is read. */
  readonly transactionVersion: number;
  /** The most that a token account has to hold, in lamports. */
  readonly rentLamportsMax: number;
}

/** Where on Solana the service works. */
export interface SolanaNetwork {
  /** Says which cluster an endpoint belongs to; null for a local one, which makes its own. */
  readonly genesisHash: string | null;
  /** Mints. */
  readonly tokens: Readonly<Record<Currency, string>>;
  /** What comes before and after a signature in the address of a page about it; null where there is none. */
  readonly explorer: readonly [string, string] | null;
  /** How it is expected to be, checked at the start; null for a local one. */
  readonly expected: SolanaExpectations | null;
}

export type NetworkName = 'mainnet' | 'testnet' | 'local';

interface Public {
  readonly genesisHash: string;
  readonly tokens: Partial<Record<Currency, string>>;
  readonly explorer: readonly [string, string];
}

/** Circle issues its test tokens on the cluster that is called devnet; of EURC there it is not agreed which it is. */
const PUBLIC: Readonly<Record<Exclude<NetworkName, 'local'>, Public>> = {
  mainnet: {
    genesisHash: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
    tokens: {
      USDC: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
      EURC: 'HzwqbKZw8HxMN6bF2yFZNrht3c2iXXzpKcFu7uBEDKtr',
    },
    explorer: ['https://explorer.solana.com/tx/', ''],
  },
  testnet: {
    genesisHash: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG',
    tokens: { USDC: '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU' },
    explorer: ['https://explorer.solana.com/tx/', '?cluster=devnet'],
  },
};

/** As of November 2026. */
const EXPECTED: SolanaExpectations = {
  slotMs: 200,
  blockhashBlocks: 150,
  transactionVersion: 1,
  rentLamportsMax: 2_039_280,
};

/**
 * The network that the configuration names.
 *
 * @param tokens - take the place of the network's own mints; a local network has none
 * @throws Error when a token has no mint
 */
export function solanaNetwork(name: NetworkName, tokens: Partial<Record<Currency, string>> = {}): SolanaNetwork {
  const known = name === 'local' ? null : PUBLIC[name];
  const { USDC, EURC } = { ...known?.tokens, ...tokens };
  if (USDC === undefined || EURC === undefined) throw new Error(`solana on ${name} needs the mints of its tokens`);
  return {
    genesisHash: known?.genesisHash ?? null,
    tokens: { USDC, EURC },
    explorer: known?.explorer ?? null,
    expected: known === null ? null : EXPECTED,
  };
}

/** The cluster on which money is real. */
export const MAINNET_GENESIS = PUBLIC.mainnet.genesisHash;
