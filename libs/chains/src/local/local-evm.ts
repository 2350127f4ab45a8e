import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Currency } from '@stablecoin/contracts';
import { encodeFunctionData, getContractAddress, parseAbi } from 'viem';
import type { Hex } from 'viem';
import { LOCAL_ORACLE, MULTICALL3, evmNetwork } from '../evm/network';
import type { EvmChainName, EvmNetwork } from '../evm/network';
import { SANCTIONS_ORACLE } from './contracts/sanctions-oracle';
import { KeySigner } from '../evm/signer/key-signer';
import { Anvil } from './anvil';
import { count, toQuantity } from '../rpc/values';
import { EVM_KEYS } from './keys';
import { TOKEN_ADMIN, deployTokens } from './token';
import type { TokenKind } from './token';
import { placeWalletContracts } from './wallet-contracts';

interface Artifacts {
  readonly Multicall3: { readonly deployedBytecode: Hex };
}

const ARTIFACTS = JSON.parse(readFileSync(join(__dirname, 'contracts/artifacts.json'), 'utf8')) as Artifacts;
const ADMIN_ABI = parseAbi([
  'function mint(address to, uint256 value)',
  'function blacklist(address account)',
  'function unBlacklist(address account)',
  'function pause()',
  'function unpause()',
]);
const GENESIS = Date.UTC(2026, 0, 1);
/** The blocks that furnish a chain have the time that this takes, so its own time begins after it, also on a busy machine. */
const FURNISHED_AFTER_MS = 120_000;
/** What the treasury of a local chain begins with, of each currency. */
export const TREASURY_MONEY = 1_000_000_000_000n;

const SECOND_MS = 1_000;
/** So many blocks are made together: a local one takes some milliseconds. */
const BLOCKS_AT_ONCE_MAX = 300;

/** How a local chain is to be. */
export interface LocalEvmOptions {
  /** So many blocks behind the latest one is the safe one, and twice as many the final one. Default: 1. */
  readonly epoch?: number;
  /**
   * The time between two blocks. Blocks of one second share its timestamp, as on Base. Default: a second, where it makes
   * blocks by itself; else one for each time that passes.
   */
  readonly blockMs?: number;
  /** It makes blocks by itself, and its time is that of this machine. */
  readonly isRealTime?: boolean;
  /** The contracts of its tokens. Default: our own. */
  readonly tokens?: TokenKind;
}

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
  readonly #blockMs: number | undefined;
  #now: number;
  #sending: Promise<void> = Promise.resolve();

  /**
   * @param now - the chain's time, in milliseconds since the epoch
   * @param blockMs - as {@link LocalEvmOptions.blockMs}
   */
  constructor(
    readonly anvil: Anvil,
    readonly network: EvmNetwork,
    now = GENESIS,
    blockMs?: number,
  ) {
    this.#now = now;
    this.#blockMs = blockMs;
  }

  static async start(chain: EvmChainName, options: LocalEvmOptions = {}): Promise<LocalEvm> {
    const { epoch = 1, blockMs, isRealTime = false } = options;
    // The public chain's id stands in the network, which takes its tokens once they are deployed.
    const { chainId } = evmNetwork(chain, 'local', { USDC: MULTICALL3, EURC: MULTICALL3 });
    const genesisAt = Math.floor((isRealTime ? Date.now() : GENESIS) / 1_000);
    const mining = isRealTime ? { blockMs: blockMs ?? SECOND_MS } : {};
    const anvil = await Anvil.start({ chainId, genesisAt, epoch, ...mining });
    try {
      return await LocalEvm.#furnish(anvil, chain, options);
    } catch (error) {
      await anvil.stop();
      throw error;
    }
  }

  /** Puts on a new chain what the service needs there, and makes blocks until that is final. */
  static async #furnish(
    anvil: Anvil,
    chain: EvmChainName,
    { epoch = 1, blockMs, isRealTime = false, tokens = 'stand-in' }: LocalEvmOptions,
  ): Promise<LocalEvm> {
    await anvil.rpc('anvil_setCode', MULTICALL3, ARTIFACTS.Multicall3.deployedBytecode);
    await anvil.rpc('anvil_setCode', LOCAL_ORACLE, SANCTIONS_ORACLE);
    await placeWalletContracts((address, code) => anvil.rpc('anvil_setCode', address, code));
    const deployed = await deployOn(anvil, chain, tokens);
    const pace = isRealTime ? undefined : blockMs;
    const startsAt = pace === undefined ? GENESIS : GENESIS + FURNISHED_AFTER_MS;
    const local = new LocalEvm(anvil, evmNetwork(chain, 'local', deployed), startsAt, pace);
    for (const seed of EVM_KEYS.relayers) await local.setGas(keyOf(seed).address, 10n ** 20n);
    for (const currency of ['USDC', 'EURC'] as const) {
      await local.administer(currency, 'mint', local.treasury.address, TREASURY_MONEY);
    }
    // Otherwise blocks of one second that are made together get the next one where this machine's clock reaches it.
    if (pace !== undefined) await anvil.rpc('anvil_setBlockTimestampInterval', 0);
    // Far enough that these are final, and that nothing a test takes back reaches them.
    if (isRealTime) {
      await anvil.rpc('anvil_mine', toQuantity(1 + 3 * epoch));
      return local;
    }
    await local.pass(10_000);
    for (let block = 0; block < 3 * epoch; block++) await local.pass(SECOND_MS);
    return local;
  }

  /** The chain's time, in milliseconds since the epoch. */
  now(): number {
    return this.#now;
  }

  /**
   * Lets so much time pass, at least a second, and makes a block at the end of it. With `blockMs` it makes them at that
   * pace and at least one, without a least time; a long time begins without blocks, as those of an hour would take minutes.
   */
  async pass(ms: number): Promise<void> {
    const blockMs = this.#blockMs;
    if (blockMs === undefined) {
      this.#now += Math.max(SECOND_MS, Math.ceil(ms / SECOND_MS) * SECOND_MS);
      await this.anvil.rpc('evm_setNextBlockTimestamp', this.#now / SECOND_MS);
      await this.anvil.rpc('evm_mine');
      return;
    }
    const due = Math.max(1, Math.ceil(ms / blockMs));
    const made = Math.min(due, BLOCKS_AT_ONCE_MAX);
    this.#now += (due - made) * blockMs;
    for (let left = made; left > 0;) {
      const second = Math.floor((this.#now + blockMs) / SECOND_MS);
      const inSecond = Math.min(left, Math.max(1, Math.ceil(((second + 1) * SECOND_MS - this.#now) / blockMs) - 1));
      this.#now += inSecond * blockMs;
      left -= inSecond;
      await this.anvil.rpc('evm_setNextBlockTimestamp', second);
      await this.anvil.rpc('anvil_mine', toQuantity(inSecond), '0x0');
    }
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
      await this.anvil.rpc('eth_sendTransaction', { from: TOKEN_ADMIN, to, data, gas: '0x30d40' });
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

/** Deploys the tokens in a block that the chain is told to make. */
async function deployOn(anvil: Anvil, chain: EvmChainName, kind: TokenKind): Promise<EvmNetwork['tokens']> {
  let nonce = count(await anvil.rpc('eth_getTransactionCount', TOKEN_ADMIN, 'pending'));
  const sent: unknown[] = [];
  const send = async (transaction: { readonly to?: string; readonly data: Hex; readonly gas: string }) => {
    sent.push(await anvil.rpc('eth_sendTransaction', { from: TOKEN_ADMIN, ...transaction }));
    return getContractAddress({ from: TOKEN_ADMIN, nonce: BigInt(nonce++) });
  };
  const tokens = await deployTokens(chain, kind, {
    setCode: (address, code) => anvil.rpc('anvil_setCode', address, code),
    create: (data) => send({ data, gas: '0x7a1200' }),
    call: (to, data) => send({ to, data, gas: '0xf4240' }),
  });
  await anvil.rpc('anvil_mine', '0x1');
  for (const hash of sent) {
    const receipt = (await anvil.rpc('eth_getTransactionReceipt', hash)) as { readonly status: Hex } | null;
    if (receipt?.status !== '0x1') throw new Error('a token was not deployed');
  }
  return tokens;
}
