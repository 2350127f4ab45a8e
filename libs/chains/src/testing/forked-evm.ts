import type { Currency } from '@stablecoin/contracts';
import { encodeFunctionData, parseAbi } from 'viem/utils';
import { evmNetwork } from '../evm/network';
import type { EvmChainName, NetworkName } from '../evm/network';
import { DEPLOYMENTS, SINGLETON_FACTORY } from '../evm/wallets/contracts';
import { Anvil } from '../local/anvil';
import { LocalEvm, TREASURY_MONEY } from '../local/local-evm';
import { TOKEN_ADMIN } from '../local/token';
import { block, count } from '../rpc/values';

/** Public networks, by chain id. */
const NETWORKS: ReadonlyMap<number, readonly [EvmChainName, NetworkName]> = new Map([
  [8_453, ['base', 'mainnet']],
  [84_532, ['base', 'testnet']],
  [1, ['ethereum', 'mainnet']],
  [11_155_111, ['ethereum', 'testnet']],
]);
/** Of Circle's tokens: who says who may mint. */
const MINTER_ABI = parseAbi([
  'function masterMinter() view returns (address)',
  'function configureMinter(address minter, uint256 allowance)',
]);
const GAS = 10n ** 18n;

/**
 * Forks a public network, and gives a treasury and relayers of our own what they need, on the fork alone: gas, and
 * money that the token's master minter has let us mint.
 *
 * @param url - an endpoint of the network
 * @param tokens - take the place of the network's own
 * @param sanctionsOracle - takes the place of the network's own
 */
export async function forkEvm(
  url: string,
  tokens: Partial<Record<Currency, string>> = {},
  sanctionsOracle?: string,
): Promise<LocalEvm> {
  const anvil = await Anvil.fork(url, { epoch: 1 });
  try {
    const chainId = count(await anvil.rpc('eth_chainId'));
    const known = NETWORKS.get(chainId);
    if (known === undefined) throw new Error(`chain id ${chainId} is none of the public networks`);
    const latest = block(await anvil.rpc('eth_getBlockByNumber', 'latest', false));
    const network = evmNetwork(known[0], known[1], tokens, sanctionsOracle);
    const fork = new LocalEvm(anvil, network, latest.timestamp * 1_000);
    for (const { address } of [...fork.relayers, { address: TOKEN_ADMIN }]) await fork.setGas(address, GAS);
    await mintForTreasury(fork);
    // Fails where they are there already, which changes nothing.
    for (const { data } of DEPLOYMENTS) {
      await anvil.rpc('eth_sendTransaction', { from: TOKEN_ADMIN, to: SINGLETON_FACTORY, data, gas: '0x2dc6c0' });
    }
    await fork.pass(1_000);
    return fork;
  } catch (error) {
    await anvil.stop();
    throw error;
  }
}

async function mintForTreasury(fork: LocalEvm): Promise<void> {
  const token = fork.network.tokens.USDC;
  const read = encodeFunctionData({ abi: MINTER_ABI, functionName: 'masterMinter' });
  const answer = (await fork.anvil.rpc('eth_call', { to: token, data: read }, 'latest')) as string;
  const master = `0x${answer.slice(-40)}`;
  await fork.setGas(master, GAS);
  await fork.anvil.rpc('anvil_impersonateAccount', master);
  const args = [TOKEN_ADMIN, TREASURY_MONEY] as const;
  const data = encodeFunctionData({ abi: MINTER_ABI, functionName: 'configureMinter', args });
  await fork.anvil.rpc('eth_sendTransaction', { from: master, to: token, data, gas: '0x493e0' });
  await fork.pass(1_000);
  await fork.administer('USDC', 'mint', fork.treasury.address, TREASURY_MONEY);
  await fork.pass(1_000);
}
