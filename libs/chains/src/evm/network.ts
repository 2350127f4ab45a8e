import type { ChainName, Currency } from '@stablecoin/contracts';

/** How long to wait for what, in milliseconds. Not the time between two blocks, which changes and is never assumed. */
export interface EvmPace {
  /** The shortest time between two looks at a payment, and how long a status of the chain is used. */
  readonly lookMs: number;
  /** A submission that is next in line counts as stuck after it, and is replaced at a higher price. */
  readonly stuckMs: number;
  /** An authorization with less validity left is not sent. */
  readonly validityLeftMs: number;
}

export type EvmChainName = Exclude<ChainName, 'solana'>;

/** How a public chain is expected to be. */
export interface EvmExpectations {
  /** The time between two blocks, in milliseconds. */
  readonly blockMs: number;
  /** How far the final block may be behind the latest one, in milliseconds. */
  readonly finalAfterMsMax: number;
}

/** CCTP v2: tells of each message that was received, and sends those of burns on the other chains. */
export interface CctpContracts {
  readonly transmitter: string;
  readonly messenger: string;
}

/** Where on chain the service works: what is different from one chain to the next. */
export interface EvmNetwork {
  readonly chain: EvmChainName;
  readonly chainId: number;
  readonly tokens: Readonly<Record<Currency, string>>;
  readonly multicall: string;
  /** Says whether an address is under sanctions; null where there is none. */
  readonly sanctionsOracle: string | null;
  /** What brings USDC from another chain; null where it is not known, or there is none. */
  readonly cctp: CctpContracts | null;
  /** Tells what is paid for a transaction's data, beside its gas; null where gas is all there is. */
  readonly dataFeeOracle: string | null;
  /** A transfer may be called settled when its block is the latest, or at the chain's `safe` head (protocol rule 18). */
  readonly confirmedAt: 'latest' | 'safe';
  readonly pace: EvmPace;
  /** How long a transfer takes until it may be called settled, ordinarily, in milliseconds. */
  readonly settlementMs: number;
  /** Null where there is none. */
  readonly explorer: string | null;
  /** How the chain is expected to be, checked at the start; null for a local one. */
  readonly expected: EvmExpectations | null;
}

export type NetworkName = 'mainnet' | 'testnet' | 'local';

/** The same on every public chain. */
export const MULTICALL3 = '0xcA11bde05977b3631167028862bE2a173976CA11';

/** The same on every public chain of a kind. */
const CCTP: Readonly<Record<Exclude<NetworkName, 'local'>, CctpContracts>> = {
  mainnet: {
    transmitter: '0x81D40F21F12A8F0E3252Bccb954D722d4c464B64',
    messenger: '0x28b5a0e9C621a5BadaA536219b3a228C8168cf5d',
  },
  testnet: {
    transmitter: '0xE737e5cEBEEBa77EFE34D4aa090756590b1CE275',
    messenger: '0x8FE6B999Dc680CcFDD5Bf7EB0974218be2542DAA',
  },
};

/** A predeploy of every OP stack chain. */
const GAS_PRICE_ORACLE = '0x420000000000000000000000000000000000000F';

/** Where a local chain has a sanctions oracle of its own. */
export const LOCAL_ORACLE = '0x5a9c710000000000000000000000000000000001';

type Public = Pick<EvmNetwork, 'chainId' | 'tokens' | 'explorer'> & { readonly oracle?: string };

const PUBLIC: Readonly<Record<EvmChainName, Readonly<Record<Exclude<NetworkName, 'local'>, Public>>>> = {
  base: {
    mainnet: {
      chainId: 8_453,
      tokens: {
        USDC: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
        EURC: '0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42',
      },
      explorer: 'https://basescan.org/tx/',
      oracle: '0x3A91A31cB3dC49b4db9Ce721F50a9D076c8D739B',
    },
    testnet: {
      chainId: 84_532,
      tokens: {
        USDC: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
        EURC: '0x808456652fdb597867f38412077A9182bf77359F',
      },
      explorer: 'https://sepolia.basescan.org/tx/',
    },
  },
  ethereum: {
    mainnet: {
      chainId: 1,
      tokens: {
        USDC: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
        EURC: '0x1aBaEA1f7C830bD89Acc67eC4af516284b1bC33c',
      },
      explorer: 'https://etherscan.io/tx/',
      oracle: '0x40C57923924B5c5c5455c48D93317139ADDaC8fb',
    },
    testnet: {
      chainId: 11_155_111,
      tokens: {
        USDC: '0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238',
        EURC: '0x08210F9170F89Ab7658F0B5E3fF39b0E03C594D4',
      },
      explorer: 'https://sepolia.etherscan.io/tx/',
    },
  },
};

const KIND: Readonly<
  Record<EvmChainName, Pick<EvmNetwork, 'confirmedAt' | 'pace' | 'settlementMs' | 'dataFeeOracle'>>
> = {
  base: {
    confirmedAt: 'latest',
    pace: { lookMs: 500, stuckMs: 8_000, validityLeftMs: 6_000 },
    settlementMs: 400,
    dataFeeOracle: GAS_PRICE_ORACLE,
  },
  ethereum: {
    // `safe` follows the latest block by one epoch of 32 slots, somewhat more or less.
    confirmedAt: 'safe',
    pace: { lookMs: 6_000, stuckMs: 48_000, validityLeftMs: 36_000 },
    settlementMs: 400_000,
    dataFeeOracle: null,
  },
};

/** As of November 2026. */
const EXPECTED: Readonly<Record<EvmChainName, EvmExpectations>> = {
  base: { blockMs: 200, finalAfterMsMax: 3_600_000 },
  ethereum: { blockMs: 12_000, finalAfterMsMax: 3_600_000 },
};

/** A local chain says that it is the public one, but for its tokens, and makes its blocks as fast as it is told to. */
const LOCAL_PACE: EvmPace = { lookMs: 500, stuckMs: 4_000, validityLeftMs: 3_000 };

/**
 * The network of a configuration.
 *
 * @param tokens - override those of the network; a local network has none
 * @param sanctionsOracle - overrides that of the network
 * @throws Error when a token has no address
 */
export function evmNetwork(
  chain: EvmChainName,
  name: NetworkName,
  tokens: Partial<Record<Currency, string>> = {},
  sanctionsOracle?: string,
): EvmNetwork {
  const { chainId, tokens: own, explorer, oracle = null } = PUBLIC[chain][name === 'local' ? 'mainnet' : name];
  const { USDC, EURC } = name === 'local' ? tokens : { ...own, ...tokens };
  if (USDC === undefined || EURC === undefined) throw new Error(`a local ${chain} needs the addresses of its tokens`);
  return {
    ...KIND[chain],
    ...(name === 'local' ? { pace: LOCAL_PACE } : {}),
    chain,
    chainId,
    tokens: { USDC, EURC },
    multicall: MULTICALL3,
    sanctionsOracle: sanctionsOracle ?? (name === 'local' ? LOCAL_ORACLE : oracle),
    cctp: name === 'local' ? null : CCTP[name],
    explorer: name === 'local' ? null : explorer,
    expected: name === 'local' ? null : EXPECTED[chain],
  };
}
