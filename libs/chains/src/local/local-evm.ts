import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Currency } from '@stablecoin/money';
import { concatHex, encodeAbiParameters, encodeFunctionData, parseAbi, parseAbiParameters } from 'viem';
import type { Hex } from 'viem';
import { LOCAL_ORACLE, MULTICALL3, evmNetwork } from '../evm/network';
import type { EvmChainName, EvmNetwork } from '../evm/network';
import { SANCTIONS_ORACLE } from './contracts/sanctions-oracle';
import { KeySigner } from '../evm/signer/key-signer';
import { Anvil } from './anvil';
import { EVM_KEYS } from './keys';
import { placeWalletContracts } from './wallet-contracts';

interface Artifacts {
  readonly Eip3009Token: { readonly bytecode: Hex };
  readonly Multicall3: { readonly deployedBytecode: Hex };
}

const ARTIFACTS = JSON.parse(readFileSync(join(__dirname, 'contracts/artifacts.json'), 'utf8')) as Artifacts;
const ADMIN_ABI = parseAbi([
  'function mint(address to, uint256 value)',
  'function transfer(address to, uint256 value)',
  'function blacklist(address account)',
  'function unBlacklist(address account)',
  'function pause()',
  'function unpause()',
]);
/** The first account that anvil holds the key of. */
const ADMIN = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const NAMES: Readonly<Record<Currency, string>> = { USDC: 'USD Coin', EURC: 'EURC' };
const GENESIS = Date.UTC(2026, 0, 1);
/** What the treasury of a local chain begins with, of each currency. */
export const TREASURY_MONEY = 1_000_000_000_000n;

const keyOf = (seed: Uint8Array): KeySigner => new KeySigner(seed);

/**
 * A chain of our own with both tokens, Multicall3, a treasury that has money and relayers that have gas. Time is the
 * chain's own and passes only by {@link LocalEvm.pass}, unless it makes blocks by itself.
 */
export class LocalEvm {
  readonly treasury = keyOf(EVM_KEYS.treasury);
  readonly spender = keyOf(EVM_KEYS.spender);
  readonly approver = keyOf(EVM_KEYS.approver);
  readonly relayers = [keyOf(EVM_KEYS.relayers[0]), keyOf(EVM_KEYS.relayers[1])] as const;
  #now: number;
  #sending: Promise<void> = Promise.resolve();

  /** @param now - the chain's time, in milliseconds since the epoch */
  constructor(
    readonly anvil: Anvil,
    readonly network: EvmNetwork,
    now = GENESIS,
  ) {
    this.#now = now;
  }

  /** @param options - `blockSeconds`: it makes a block so often, and its time is that of this machine */
  static async start(
    chain: EvmChainName,
    { epoch = 1, blockSeconds }: { readonly epoch?: number; readonly blockSeconds?: number } = {},
  ): Promise<LocalEvm> {
    // The public chain's id stands in the network, which takes its tokens once they are deployed.
    const nowhere = evmNetwork(chain, 'local', { USDC: MULTICALL3, EURC: MULTICALL3 });
    const genesisAt = blockSeconds === undefined ? GENESIS / 1_000 : Math.floor(Date.now() / 1_000);
    const blocks = blockSeconds === undefined ? {} : { blockSeconds };
    const anvil = await Anvil.start({ chainId: nowhere.chainId, genesisAt, epoch, ...blocks });
    await anvil.rpc('anvil_setCode', MULTICALL3, ARTIFACTS.Multicall3.deployedBytecode);
    await anvil.rpc('anvil_setCode', LOCAL_ORACLE, SANCTIONS_ORACLE);
    await placeWalletContracts((address, code) => anvil.rpc('anvil_setCode', address, code));
    const hashes = {
      USDC: await deployToken(anvil, 'USDC'),
      EURC: await deployToken(anvil, 'EURC'),
    };
    await anvil.rpc('anvil_mine', '0x1', '0x1');
    const tokens = {
      USDC: await contractOf(anvil, hashes.USDC),
      EURC: await contractOf(anvil, hashes.EURC),
    };
    const local = new LocalEvm(anvil, evmNetwork(chain, 'local', tokens));
    for (const seed of EVM_KEYS.relayers) await local.setGas(keyOf(seed).address, 10n ** 20n);
    for (const currency of ['USDC', 'EURC'] as const) {
      await local.administer(currency, 'mint', local.treasury.address, TREASURY_MONEY);
    }
    // Far enough that these are final, and that nothing a test takes back reaches them.
    if (blockSeconds !== undefined) {
      await anvil.rpc('anvil_mine', `0x${(1 + 3 * epoch).toString(16)}`);
      return local;
    }
    await local.pass(10_000);
    for (let block = 0; block < 3 * epoch; block++) await local.pass(1_000);
    return local;
  }

  /** The chain's time, in milliseconds since the epoch. */
  now(): number {
    return this.#now;
  }

  /** Lets so much time pass, at least a second, and makes a block at the end of it. */
  async pass(ms: number): Promise<void> {
    this.#now += Math.max(1_000, Math.ceil(ms / 1_000) * 1_000);
    await this.anvil.rpc('evm_setNextBlockTimestamp', this.#now / 1_000);
    await this.anvil.rpc('evm_mine');
  }

  /** Takes the last blocks away, and makes empty ones in their place. What they carried is in no block any more. */
  async reorganise(blocks: number): Promise<void> {
    await this.anvil.rpc('anvil_reorg', blocks, []);
  }

  /** Loses everything that waits to be included. */
  async dropPool(): Promise<void> {
    await this.anvil.rpc('anvil_dropAllTransactions');
  }

  /** What a unit of gas costs in the next block. */
  async setBaseFee(wei: bigint): Promise<void> {
    await this.anvil.rpc('anvil_setNextBlockBaseFeePerGas', `0x${wei.toString(16)}`);
  }

  async setGas(address: string, wei: bigint): Promise<void> {
    await this.anvil.rpc('anvil_setBalance', address, `0x${wei.toString(16)}`);
  }

  /** Calls a token as anybody may here; it takes effect with the next block. */
  async administer(
    currency: Currency,
    functionName: 'mint' | 'blacklist' | 'unBlacklist' | 'pause' | 'unpause',
    ...args: readonly unknown[]
  ): Promise<void> {
    const data = encodeFunctionData({ abi: ADMIN_ABI, functionName, args: args as never });
    const to = this.network.tokens[currency];
    await this.#send(to, data);
  }

  /** Has the chain's own sanctions oracle name an address, or name it no more; it takes effect with the next block. */
  async setSanctioned(address: string, isSanctioned: boolean): Promise<void> {
    const abi = parseAbi(['function setSanctioned(address account, bool isSanctioned)']);
    const data = encodeFunctionData({ abi, functionName: 'setSanctioned', args: [address as Hex, isSanctioned] });
    await this.#send(LOCAL_ORACLE, data);
  }

  /** One after the other: transactions of one account that are sent at once may get the same nonce. */
  #send(to: string, data: Hex): Promise<void> {
    const send = async (): Promise<void> => {
      await this.anvil.rpc('eth_sendTransaction', { from: ADMIN, to, data, gas: '0x30d40' });
    };
    const sent = this.#sending.then(send, send);
    this.#sending = sent;
    return sent;
  }

  /** What an address holds in a block, by default the latest one. */
  async balanceOf(currency: Currency, address: string, block = 'latest'): Promise<bigint> {
    const abi = parseAbi(['function balanceOf(address) view returns (uint256)']);
    const data = encodeFunctionData({ abi, functionName: 'balanceOf', args: [address as Hex] });
    const to = this.network.tokens[currency];
    return BigInt((await this.anvil.rpc('eth_call', { to, data }, block)) as string);
  }

  stop(): Promise<void> {
    return this.anvil.stop();
  }
}

async function deployToken(anvil: Anvil, currency: Currency): Promise<unknown> {
  const constructor = encodeAbiParameters(parseAbiParameters('string, string'), [NAMES[currency], currency]);
  const data = concatHex([ARTIFACTS.Eip3009Token.bytecode, constructor]);
  return anvil.rpc('eth_sendTransaction', { from: ADMIN, data, gas: '0x4c4b40' });
}

async function contractOf(anvil: Anvil, hash: unknown): Promise<string> {
  const receipt = (await anvil.rpc('eth_getTransactionReceipt', hash)) as { contractAddress: string; status: string };
  if (receipt.status !== '0x1') throw new Error('a token was not deployed');
  return receipt.contractAddress;
}
