import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { base58 } from '@scure/base';
import { KeySigner } from '../solana/signer/key-signer';
import { EVM_KEYS, SOLANA_KEYS } from './keys';

/** Where a local chain is, and what there is on it. */
export interface LocalEvmDescription {
  readonly rpc_url: string;
  /** Endpoints that the service is given in the place of it, such as proxies before it. Default: the chain itself. */
  readonly rpc_urls?: readonly string[];
  readonly usdc: string;
  readonly eurc: string;
  readonly treasury: string;
  readonly relayers: readonly string[];
  /** Pays from wallets, within their limits. */
  readonly spender: string;
  /** Approves for wallets without approvers of their own. */
  readonly approver: string;
}

/** What `local-chains.json` holds. */
export interface LocalChainsDescription {
  readonly base: LocalEvmDescription;
  readonly ethereum: LocalEvmDescription;
  readonly solana: Omit<LocalEvmDescription, 'relayers' | 'spender' | 'approver'>;
}

export function localChainsFile(dataDir: string): string {
  return join(dataDir, 'local-chains.json');
}

/** Whoever reads the file meanwhile finds it whole, or not at all. */
export async function writeLocalChains(dataDir: string, description: LocalChainsDescription): Promise<void> {
  const file = localChainsFile(dataDir);
  await writeFile(`${file}.new`, `${JSON.stringify(description, null, 2)}\n`);
  await rename(`${file}.new`, file);
}

/** @returns null where there is no such file */
export async function readLocalChains(dataDir: string): Promise<LocalChainsDescription | null> {
  try {
    return JSON.parse(await readFile(localChainsFile(dataDir), 'utf8')) as LocalChainsDescription;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** The variables under which the service pays on these chains: it is configured as for any others. */
export function environmentOf({ base, ethereum, solana }: LocalChainsDescription): Readonly<Record<string, string>> {
  const tokens = ({ usdc, eurc }: { readonly usdc: string; readonly eurc: string }): string =>
    `USDC:${usdc},EURC:${eurc}`;
  const endpoints = ({ rpc_url: url, rpc_urls: urls = [url] }: LocalChainsDescription['solana']): string =>
    urls.join(',');
  const relayers = EVM_KEYS.relayers.map((key, index) => ({
    name: `LOCAL_EVM_RELAYER_${index + 1}`,
    key: key.toString('hex'),
  }));
  return {
    CHAIN_NETWORK: 'local',
    BASE_RPC_URLS: endpoints(base),
    BASE_TOKENS: tokens(base),
    ETHEREUM_RPC_URLS: endpoints(ethereum),
    ETHEREUM_TOKENS: tokens(ethereum),
    EVM_TREASURY_SIGNER: 'env:LOCAL_EVM_TREASURY',
    EVM_RELAYER_SIGNERS: relayers.map(({ name }) => `env:${name}`).join(','),
    EVM_SPENDER_SIGNER: 'env:LOCAL_EVM_SPENDER',
    EVM_APPROVAL_SIGNER: 'env:LOCAL_EVM_APPROVER',
    SOLANA_RPC_URLS: endpoints(solana),
    SOLANA_TOKENS: tokens(solana),
    SOLANA_TREASURY_SIGNER: 'env:LOCAL_SOLANA_TREASURY',
    SOLANA_FEE_PAYER_SIGNER: 'env:LOCAL_SOLANA_FEE_PAYER',
    SOLANA_SPENDER_SIGNER: 'env:LOCAL_SOLANA_SPENDER',
    SOLANA_APPROVAL_SIGNER: 'env:LOCAL_SOLANA_APPROVER',
    LOCAL_EVM_TREASURY: EVM_KEYS.treasury.toString('hex'),
    LOCAL_EVM_SPENDER: EVM_KEYS.spender.toString('hex'),
    LOCAL_EVM_APPROVER: EVM_KEYS.approver.toString('hex'),
    ...Object.fromEntries(relayers.map(({ name, key }) => [name, key])),
    LOCAL_SOLANA_TREASURY: keypair(SOLANA_KEYS.treasury),
    LOCAL_SOLANA_FEE_PAYER: keypair(SOLANA_KEYS.feePayer),
    LOCAL_SOLANA_SPENDER: keypair(SOLANA_KEYS.spender),
    LOCAL_SOLANA_APPROVER: keypair(SOLANA_KEYS.approver),
  };
}

/** As wallets write it: the seed and its public half. */
function keypair(seed: Buffer): string {
  return base58.encode(Buffer.concat([seed, base58.decode(KeySigner.fromSeed(seed).address)]));
}
