import type { Currency } from '@stablecoin/contracts';
import { openNamed } from '../signer/open-named';
import type { SignerUrl } from '../signer/signer-url';
import type { OpenParts } from '../open-parts';
import type { EvmChain } from './evm-chain';
import { evmNetwork } from './network';
import type { EvmChainName, NetworkName } from './network';
import { openEvmChain } from './open-evm-chain';
import { httpTransport } from '../rpc/rpc-endpoint';
import { openEvmSigner } from './signer/open-signer';
import { deployWalletContracts } from './wallets/deploy';
import type { WalletContractFound } from './wallets/deploy';
import type { WalletSigners } from './wallets/evm-wallets';

/** What has to be configured for live payments on EVM chains. */
export interface EvmSettings {
  readonly network: NetworkName;
  /** Endpoints of each chain; one without any is not opened. */
  readonly rpcUrls: Readonly<Partial<Record<EvmChainName, readonly string[]>>>;
  /** Take the place of the network's own; a local network has none. */
  readonly tokens: Readonly<Partial<Record<EvmChainName, Partial<Record<Currency, string>>>>>;
  /** Sanctions oracles that take the place of the network's own. */
  readonly oracles?: Readonly<Partial<Record<EvmChainName, string>>>;
  readonly treasurySigner: SignerUrl;
  readonly relayerSigners: readonly SignerUrl[];
  /** Pays from wallets. Null, or left out: there are none. */
  readonly spenderSigner?: SignerUrl | null;
  /** Approves for wallets without approvers of their own. Null, or left out: there are no such wallets. */
  readonly approvalSigner?: SignerUrl | null;
  readonly validityMs: number;
  /** What one ether counts for when routes are compared, in minor units: better too much than too little. */
  readonly etherPrice: bigint;
  /** Offered for a unit of gas at most, in wei. */
  readonly maxFeePerGas: bigint;
  readonly rpcDeadlineMs: number;
}

/**
 * Deploys what wallets are made of on one chain, where it is missing. The first relayer pays, or another signer.
 *
 * @throws Error of one line, without any URL or key
 */
export async function deployWallets(
  settings: EvmSettings,
  chain: EvmChainName,
  { env, now, signer }: Pick<OpenParts, 'env' | 'now'> & { readonly signer?: SignerUrl | undefined },
): Promise<readonly WalletContractFound[]> {
  const [url] = settings.rpcUrls[chain] ?? [];
  if (url === undefined) throw new Error(`${chain} has no endpoints`);
  const [relayer] = settings.relayerSigners;
  const payer = signer ?? relayer;
  if (payer === undefined) throw new Error('there is no relayer that could pay');
  return deployWalletContracts({
    network: evmNetwork(chain, settings.network, settings.tokens[chain]),
    transport: httpTransport(url),
    sender: await openNamed(signer === undefined ? 'EVM_RELAYER_SIGNERS' : '--signer', openEvmSigner(payer, env)),
    maxFeePerGas: settings.maxFeePerGas,
    deadlineMs: settings.rpcDeadlineMs,
    now,
  });
}

/** Money is real there, so that one endpoint that lies or fails must not be the only one. */
const ENDPOINTS_LEAST: Readonly<Record<NetworkName, number>> = { mainnet: 2, testnet: 1, local: 1 };

/**
 * Opens the EVM chains that have endpoints, each after its start-up checks.
 *
 * @param env - the environment, from which keys and passphrases come
 * @throws Error of one line that says what is wrong, without any URL or key
 */
export async function openEvmChains(
  settings: EvmSettings,
  { env, log, meter, now }: OpenParts,
): Promise<ReadonlyMap<EvmChainName, EvmChain>> {
  const { network, rpcUrls, tokens, validityMs, etherPrice, maxFeePerGas, rpcDeadlineMs: deadlineMs } = settings;
  const [treasury, ...relayers] = await Promise.all([
    openNamed('EVM_TREASURY_SIGNER', openEvmSigner(settings.treasurySigner, env)),
    ...settings.relayerSigners.map((url) => openNamed('EVM_RELAYER_SIGNERS', openEvmSigner(url, env))),
  ]);
  const addresses = new Set([treasury, ...relayers].map(({ address }) => address));
  // Its nonces would be used twice, or the account with the money would be the one that signs transactions.
  if (addresses.size <= relayers.length) throw new Error('the treasury and every relayer need separate accounts');

  const walletSigners = await openWalletSigners(settings, env);
  if (walletSigners !== undefined) checkApart(walletSigners, addresses);

  const opened = new Map<EvmChainName, EvmChain>();
  for (const chain of ['base', 'ethereum'] as const) {
    const urls = rpcUrls[chain] ?? [];
    if (urls.length === 0) continue;
    if (urls.length < ENDPOINTS_LEAST[network]) throw new Error(`${chain} needs two endpoints or more on ${network}`);
    const endpoints = urls.map((url, index) => ({
      name: `${index + 1} (${new URL(url).hostname})`,
      transport: httpTransport(url),
    }));
    const options = {
      treasury,
      relayers,
      walletSigners,
      validityMs,
      etherPrice,
      maxFeePerGas,
      deadlineMs,
      log,
      meter,
      now,
    };
    opened.set(
      chain,
      await openEvmChain({
        ...options,
        endpoints,
        network: evmNetwork(chain, network, tokens[chain], settings.oracles?.[chain]),
      }),
    );
  }
  return opened;
}

async function openWalletSigners(
  { spenderSigner = null, approvalSigner = null }: EvmSettings,
  env: OpenParts['env'],
): Promise<WalletSigners | undefined> {
  if (spenderSigner === null) return undefined;
  const [spender, operator] = await Promise.all([
    openNamed('EVM_SPENDER_SIGNER', openEvmSigner(spenderSigner, env)),
    approvalSigner === null ? null : openNamed('EVM_APPROVAL_SIGNER', openEvmSigner(approvalSigner, env)),
  ]);
  return { spender, operator };
}

/** @throws Error where one key would do what takes two */
function checkApart({ spender, operator }: WalletSigners, others: ReadonlySet<string>): void {
  if (spender.address === operator?.address) {
    throw new Error(
      'EVM_SPENDER_SIGNER and EVM_APPROVAL_SIGNER name the same key: who pays within a limit cannot approve what is above it',
    );
  }
  if (others.has(spender.address)) throw new Error('EVM_SPENDER_SIGNER names the key of the treasury or of a relayer');
  if (operator !== null && others.has(operator.address)) {
    throw new Error('EVM_APPROVAL_SIGNER names the key of the treasury or of a relayer');
  }
}
