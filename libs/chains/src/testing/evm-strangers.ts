import { toUnits } from '@stablecoin/contracts';
import { concatHex, encodeFunctionData, encodeEventTopics, pad, parseAbi, toHex } from 'viem/utils';
import type { Hex } from 'viem';
import { MULTICALL_ABI, TOKEN_ABI } from '../evm/abi';
import { KeySigner } from '../evm/signer/key-signer';
import { transferCall } from '../evm/transfer';
import type { LocalEvm } from '../local/local-evm';
import type { Chance } from './lies';
import { STRANGER } from './wallets';

const ERC20_ABI = parseAbi([
  'function transfer(address to, uint256 value) returns (bool)',
  'function transferFrom(address from, address to, uint256 value) returns (bool)',
  'function DOMAIN_SEPARATOR() view returns (bytes32)',
]);
const [TRANSFER] = encodeEventTopics({ abi: TOKEN_ABI, eventName: 'Transfer' }) as [Hex];
const [USED] = encodeEventTopics({ abi: TOKEN_ABI, eventName: 'AuthorizationUsed' }) as [Hex];
const GAS = '0x7a120';
const A_DAY = 86_400_000;
/** What strangers have of USDC: more than they ever send. */
const MONEY = 1_000_000_000_000n;
/** Under which prices a transaction stands in the next block, whatever the fee is. */
const PRICE = '0x174876e800';
/** Contracts that make logs with one, two, three and four topics. */
const LOGGERS: readonly Hex[] = [1, 2, 3, 4].map((topics) => pad(toHex(0x10660000 + topics), { size: 20 }));

/** What strangers do on a chain. */
export const STRANGE = [
  'a transfer between strangers',
  'a transfer to the treasury',
  'a transfer of nothing to the treasury',
  'a transfer of nothing out of the treasury',
  'a mint to the treasury',
  'several transfers in one transaction',
  'ether for the treasury',
  "another token's odd logs",
  'a nonce of ours, used by a stranger',
  'a transaction that fails',
] as const;
export type Strange = (typeof STRANGE)[number];

/** Others on a local chain, who send what anybody may send: what they do stands in the next block. */
export class EvmStrangers {
  readonly #signer = new KeySigner(Buffer.alloc(32, 0x57));
  #isReady = false;
  #sent = 0;

  /** @param random - decides amounts, recipients and forms */
  constructor(
    private readonly local: LocalEvm,
    private readonly random: Chance,
  ) {}

  /** @param onchainIds - of payments of the service, which are on chain */
  async act(strange: Strange, onchainIds: readonly string[]): Promise<void> {
    if (!this.#isReady) await this.#prepare();
    const { local } = this;
    const treasury = local.treasury.address;
    const token = local.network.tokens.USDC;
    switch (strange) {
      case 'a transfer between strangers':
        return this.#send(token, transfer(this.#somebody(), this.#amount()));
      case 'a transfer to the treasury':
        return this.#send(token, transfer(treasury, this.#amount()));
      case 'a transfer of nothing to the treasury':
        return this.#send(token, transfer(treasury, 0n));
      case 'a transfer of nothing out of the treasury': {
        // No allowance is needed for nothing.
        const args = [treasury as Hex, this.#somebody() as Hex, 0n] as const;
        return this.#send(token, encodeFunctionData({ abi: ERC20_ABI, functionName: 'transferFrom', args }));
      }
      case 'a mint to the treasury':
        return local.administer('USDC', 'mint', treasury, this.#amount());
      case 'several transfers in one transaction': {
        const to = [treasury, this.#somebody(), treasury, treasury];
        return this.#send(local.network.multicall, together(to.map((each) => [token, transfer(each, this.#amount())])));
      }
      case 'ether for the treasury':
        return this.#send(treasury, '0x', '0x1');
      case "another token's odd logs":
        return this.#oddLogs(onchainIds);
      case 'a nonce of ours, used by a stranger':
        return this.#useNonce(onchainIds);
      case 'a transaction that fails':
        return this.#send(token, transfer(treasury, MONEY * MONEY));
    }
  }

  /** Strangers and Multicall3, which pays for whoever calls it, get money. */
  async #prepare(): Promise<void> {
    const { local } = this;
    this.#isReady = true;
    for (const holder of [STRANGER, this.#signer.address, local.network.multicall]) {
      await local.administer('USDC', 'mint', holder, MONEY);
    }
    for (const [index, address] of LOGGERS.entries()) {
      await local.anvil.rpc('anvil_setCode', address, loggerCode(index + 1));
    }
  }

  /** Looks like a transfer of the treasury, or like one of our payments, in contracts that are no token of ours. */
  async #oddLogs(onchainIds: readonly string[]): Promise<void> {
    const { treasury } = this.local;
    const [from, to] = [pad(treasury.address as Hex), pad(this.#somebody() as Hex)];
    const nonce = (onchainIds.at(-1) ?? pad('0x1')) as Hex;
    const amount = toHex(this.#amount(), { size: 32 });
    await this.#log([TRANSFER], concatHex([from, to, amount]));
    await this.#log([TRANSFER, to], amount);
    await this.#log([TRANSFER, to, from], amount);
    await this.#log([TRANSFER, to, from], '0x');
    await this.#log([TRANSFER, to, from, amount], '0x');
    await this.#log([USED, from, nonce], '0x');
  }

  #log(topics: readonly Hex[], data: Hex): Promise<void> {
    return this.#send(LOGGERS[topics.length - 1] ?? '', concatHex([...topics, data]));
  }

  /** The token keeps nonces for each account: the treasury's stays free. */
  async #useNonce(onchainIds: readonly string[]): Promise<void> {
    const { local } = this;
    const onchainId = onchainIds.at(-1 - this.random.below(Math.max(1, onchainIds.length)));
    if (onchainId === undefined) return;
    const data = encodeFunctionData({ abi: ERC20_ABI, functionName: 'DOMAIN_SEPARATOR' });
    const token = local.network.tokens.USDC;
    const domain = (await local.anvil.rpc('eth_call', { to: token, data }, 'latest')) as Hex;
    const at = local.now();
    const authorization = {
      id: onchainId,
      onchainId,
      chain: local.network.chain,
      sender: STRANGER,
      to: this.#somebody(),
      amount: toUnits(this.#amount()),
      currency: 'USDC' as const,
      memo: null,
      authorizedAt: at,
      validUntil: at + A_DAY,
    };
    await this.#send(token, await transferCall(authorization, this.#signer, domain));
  }

  /** In the forms that a transaction has, one after the other. */
  async #send(to: string, data: Hex, value = '0x0'): Promise<void> {
    const forms = [
      { gasPrice: PRICE },
      { gasPrice: PRICE, accessList: [] },
      { maxFeePerGas: PRICE, maxPriorityFeePerGas: '0x1' },
    ];
    const form = forms[this.#sent++ % forms.length];
    await this.local.anvil.rpc('eth_sendTransaction', { from: STRANGER, to, data, value, gas: GAS, ...form });
  }

  #somebody(): string {
    return toHex(0x57a60000n + BigInt(this.random.below(1_000_000)), { size: 20 });
  }

  #amount(): bigint {
    return BigInt(1 + this.random.below(1_000_000));
  }
}

function transfer(to: string, value: bigint): Hex {
  return encodeFunctionData({ abi: ERC20_ABI, functionName: 'transfer', args: [to as Hex, value] });
}

function together(calls: readonly (readonly [target: string, callData: Hex])[]): Hex {
  const args = calls.map(([target, callData]) => ({ target: target as Hex, allowFailure: false, callData }));
  return encodeFunctionData({ abi: MULTICALL_ABI, functionName: 'aggregate3', args: [args] });
}

/** Makes a log of what it is called with: the topics, and behind them the data. */
function loggerCode(topics: number): Hex {
  const push = (value: number): number[] => [0x60, value];
  const copyInput = [0x36, 0x5f, 0x5f, 0x37];
  const load = Array.from({ length: topics }, (_, index) => [...push(32 * (topics - 1 - index)), 0x51]).flat();
  const [size, offset] = [[...push(32 * topics), 0x36, 0x03], push(32 * topics)];
  return toHex(Uint8Array.from([...copyInput, ...load, ...size, ...offset, 0xa0 + topics, 0x00]));
}
