import type { Currency } from '@stablecoin/contracts';
import type { OpenParts } from '../open-parts';
import { httpTransport } from '../rpc/rpc-endpoint';
import { openNamed } from '../signer/open-named';
import type { SignerUrl } from '../signer/signer-url';
import { solanaNetwork } from './network';
import type { NetworkName } from './network';
import { openSolanaChain } from './open-solana-chain';
import { openSolanaSigner } from './signer/open-signer';
import type { WalletSigners } from './wallets/solana-wallets';
import type { SolanaChain } from './solana-chain';

/** What has to be configured for live payments on Solana. */
export interface SolanaSettings {
  readonly network: NetworkName;
  readonly rpcUrls: readonly string[];
  /** Mints that take the place of the network's own; a local network has none. */
  readonly tokens: Partial<Record<Currency, string>>;
  readonly treasurySigner: SignerUrl;
  readonly feePayerSigner: SignerUrl;
  /** Pays from wallets, within their limit. Null or left out: there are no wallets. */
  readonly spenderSigner?: SignerUrl | null;
  /** Makes wallets and approves for them, beside {@link spenderSigner}. */
  readonly approvalSigner?: SignerUrl | null;
  readonly validityMs: number;
  /** What one SOL counts for when routes are compared, in minor units: better too much than too little. */
  readonly solPrice: bigint;
  /** Offered for a compute unit at most, in millionths of a lamport. */
  readonly priorityPriceMost: bigint;
  readonly rpcDeadlineMs: number;
}

/** One endpoint alone must not be able to say that a transaction is dead, where money is real. */
const ENDPOINTS_LEAST: Readonly<Record<NetworkName, number>> = { mainnet: 2, testnet: 1, local: 1 };

/**
 * Opens Solana after its start-up checks.
 *
 * @param env - the environment, from which keys and passphrases come
 * @throws Error of one line that says what is wrong, without any URL or key
 */
export async function openSolana(settings: SolanaSettings, { env, log, meter, now }: OpenParts): Promise<SolanaChain> {
  const { network, rpcUrls, tokens, validityMs, solPrice, priorityPriceMost, rpcDeadlineMs: deadlineMs } = settings;
  if (rpcUrls.length < ENDPOINTS_LEAST[network]) throw new Error(`solana needs two endpoints or more on ${network}`);
  const [treasury, feePayer] = await Promise.all([
    openNamed('SOLANA_TREASURY_SIGNER', openSolanaSigner(settings.treasurySigner, env)),
    openNamed('SOLANA_FEE_PAYER_SIGNER', openSolanaSigner(settings.feePayerSigner, env)),
  ]);
  const wallets = await openWalletSigners(settings, env);
  if (wallets !== null) checkApart(wallets, new Set([treasury.address, feePayer.address]));
  const endpoints = rpcUrls.map((url, index) => ({
    name: `${index + 1} (${new URL(url).hostname})`,
    transport: httpTransport(url),
  }));
  const options = { treasury, feePayer, wallets, validityMs, solPrice, priorityPriceMost, deadlineMs, log, meter, now };
  return openSolanaChain({ ...options, endpoints, network: solanaNetwork(network, tokens) });
}

async function openWalletSigners(
  { spenderSigner = null, approvalSigner = null }: SolanaSettings,
  env: OpenParts['env'],
): Promise<WalletSigners | null> {
  if (spenderSigner === null || approvalSigner === null) return null;
  const [spender, operator] = await Promise.all([
    openNamed('SOLANA_SPENDER_SIGNER', openSolanaSigner(spenderSigner, env)),
    openNamed('SOLANA_APPROVAL_SIGNER', openSolanaSigner(approvalSigner, env)),
  ]);
  return { spender, operator };
}

/** @throws Error where one key would do what takes two */
function checkApart({ spender, operator }: WalletSigners, others: ReadonlySet<string>): void {
  if (spender.address === operator.address) {
    throw new Error(
      'SOLANA_SPENDER_SIGNER and SOLANA_APPROVAL_SIGNER name the same key: who pays within a limit must not renew it',
    );
  }
  if (others.has(spender.address))
    throw new Error('SOLANA_SPENDER_SIGNER names the key of the treasury or of the fee payer');
  if (others.has(operator.address))
    throw new Error('SOLANA_APPROVAL_SIGNER names the key of the treasury or of the fee payer');
}
