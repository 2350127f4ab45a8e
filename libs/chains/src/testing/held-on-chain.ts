import type { ChainName, Currency } from '@stablecoin/contracts';
import { encodeEventTopics } from 'viem/utils';
import type { Hex } from 'viem';
import { TOKEN_ABI } from '../evm/abi';
import { evmNetwork, MULTICALL3 } from '../evm/network';
import type { EvmChainName } from '../evm/network';
import { authorizationNonce } from '../evm/transfer';
import { logs } from '../rpc/values';
import { AssociatedAccounts } from '../solana/accounts/associated-accounts';
import { KeySigner } from '../solana/signer/key-signer';
import { SOLANA_KEYS } from '../local/keys';
import type { LocalChainsDescription } from '../local/local-chains-file';

const BALANCE_OF = '0x70a08231';
const CHAIN_IDS = {
  base: evmNetwork('base', 'local', { USDC: MULTICALL3, EURC: MULTICALL3 }).chainId,
  ethereum: evmNetwork('ethereum', 'local', { USDC: MULTICALL3, EURC: MULTICALL3 }).chainId,
};

/** What an address holds on a local chain now, asked of the chain itself and of nobody else. */
export async function heldOnChain(
  chains: LocalChainsDescription,
  chain: ChainName,
  owner: string,
  currency: Currency = 'USDC',
): Promise<bigint> {
  const { rpc_url: url, [currency === 'USDC' ? 'usdc' : 'eurc']: token } = chains[chain];
  if (chain === 'solana') {
    const account = new AssociatedAccounts().of(owner, token).toBase58();
    const held = await rpc(url, 'getTokenAccountBalance', [account, { commitment: 'processed' }]);
    return BigInt((held as { readonly value: { readonly amount: string } }).value.amount);
  }
  if (Number(await rpc(url, 'eth_chainId', [])) !== CHAIN_IDS[chain]) throw new Error(`this is not ${chain}`);
  const data = `${BALANCE_OF}${owner.slice(2).toLowerCase().padStart(64, '0')}`;
  return BigInt((await rpc(url, 'eth_call', [{ to: token, data }, 'latest'])) as string);
}

/** What those who send on a local chain have left for fees, together: in wei, or lamports. */
export async function gasOnChain(chains: LocalChainsDescription, chain: ChainName): Promise<bigint> {
  if (chain === 'solana') {
    const { address } = KeySigner.fromSeed(SOLANA_KEYS.feePayer);
    const held = await rpc(chains.solana.rpc_url, 'getBalance', [address, { commitment: 'processed' }]);
    return BigInt((held as { readonly value: number }).value);
  }
  const { rpc_url: url, relayers } = chains[chain];
  const balances = await Promise.all(relayers.map((relayer) => rpc(url, 'eth_getBalance', [relayer, 'latest'])));
  return balances.reduce<bigint>((sum, wei) => sum + BigInt(wei as string), 0n);
}

/** How often the authorization of a payment was used on a local chain, by the token's `AuthorizationUsed` events. */
export async function authorizationUses(
  chains: LocalChainsDescription,
  chain: EvmChainName,
  payment: Parameters<typeof authorizationNonce>[0],
  currency: Currency = 'USDC',
): Promise<number> {
  const { rpc_url: url, treasury, [currency === 'USDC' ? 'usdc' : 'eurc']: address } = chains[chain];
  const args = { authorizer: treasury as Hex, nonce: authorizationNonce(payment) };
  const topics = encodeEventTopics({ abi: TOKEN_ABI, eventName: 'AuthorizationUsed', args });
  return logs(await rpc(url, 'eth_getLogs', [{ address, topics, fromBlock: '0x0', toBlock: 'latest' }])).length;
}

async function rpc(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const { result, error } = (await response.json()) as { readonly result?: unknown; readonly error?: unknown };
  if (error !== undefined) throw new Error(`${method}: ${JSON.stringify(error)}`);
  return result;
}
