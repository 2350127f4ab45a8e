import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTxFromRLP } from '@ethereumjs/tx';
import { bytesToHex, hexToBytes } from '@ethereumjs/util';
import type { Currency } from '@stablecoin/contracts';
import { CURRENCIES } from '@stablecoin/contracts';
import { encodeFunctionData, keccak256, parseAbi, toHex } from 'viem';
import type { Hex } from 'viem';
import { MULTICALL3, evmNetwork } from '../evm/network';
import type { EvmChainName, EvmNetwork } from '../evm/network';
import { KeySigner } from '../evm/signer/key-signer';
import { EVM_KEYS } from '../local/keys';
import { TOKEN_ADMIN, deployTokens } from '../local/token';
import type { TokenKind } from '../local/token';
import { placeWalletContracts } from '../local/wallet-contracts';
import type { RpcTransport } from '../rpc/rpc-endpoint';
import { toQuantity } from '../rpc/values';
import { BASE_FEE, TRANSACTION_GAS_MAX, VmMachine } from './vm-machine';
import type { GasRules, VmCall } from './vm-machine';

/** A transaction that was included. */
export interface Included {
  readonly hash: Hex;
  readonly gasLimit: bigint;
  readonly gasUsed: bigint;
  readonly isSuccess: boolean;
}

interface RpcQuestion {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

interface StoredLog {
  readonly address: Hex;
  readonly topics: readonly Hex[];
  readonly data: Hex;
  readonly blockNumber: string;
  readonly blockHash: Hex;
  readonly transactionHash: Hex;
  readonly logIndex: string;
}

interface LogQuestion {
  readonly address: readonly string[];
  /** Each one topic, one of several, or null for any. */
  readonly topics: readonly (string | readonly string[] | null)[];
}

const ARTIFACTS = JSON.parse(readFileSync(join(__dirname, '../local/contracts/artifacts.json'), 'utf8')) as {
  readonly Multicall3: { readonly deployedBytecode: Hex };
};
const TOKEN_ABI = parseAbi(['function mint(address to, uint256 value)']);
const GENESIS = Date.UTC(2026, 0, 1);
const MONEY = 1_000_000_000_000n;
const GAS_MONEY = 10n ** 20n;

/**
 * A chain in a virtual machine that knows gas rules which anvil does not. It answers what the adapter asks, and includes a
 * transaction as soon as it is sent. Every block is final.
 */
export class VmChain {
  readonly treasury = new KeySigner(EVM_KEYS.treasury);
  readonly spender = new KeySigner(EVM_KEYS.spender);
  readonly approver = new KeySigner(EVM_KEYS.approver);
  readonly relayers = [new KeySigner(EVM_KEYS.relayers[0]), new KeySigner(EVM_KEYS.relayers[1])] as const;
  /** Everything that was included, in order. */
  readonly included: Included[] = [];
  readonly network: EvmNetwork;
  /** The state, which a test may change as nobody could on a chain. */
  readonly machine: VmMachine;
  readonly #logs: StoredLog[] = [];
  #answering: Promise<unknown> = Promise.resolve();

  private constructor(machine: VmMachine, network: EvmNetwork) {
    this.machine = machine;
    this.network = network;
  }

  /** @param kind - the contracts of its tokens */
  static async start(chain: EvmChainName, rules: GasRules, kind: TokenKind = 'stand-in'): Promise<VmChain> {
    const { chainId } = evmNetwork(chain, 'local', { USDC: MULTICALL3, EURC: MULTICALL3 });
    const machine = await VmMachine.start(chainId, rules, GENESIS);
    const tokens = await deployTokens(chain, kind, {
      setCode: (address, code) => machine.setCode(address, code),
      create: (data) => machine.call({ from: TOKEN_ADMIN, data }),
      call: (to, data) => machine.call({ from: TOKEN_ADMIN, to, data }),
    });
    await machine.setCode(MULTICALL3, ARTIFACTS.Multicall3.deployedBytecode);
    await placeWalletContracts((address, code) => machine.setCode(address, code));
    const local = new VmChain(machine, evmNetwork(chain, 'local', tokens));
    for (const { address } of local.relayers) await machine.setBalance(address, GAS_MONEY);
    for (const currency of CURRENCIES) await local.mint(currency, local.treasury.address);
    return local;
  }

  now(): number {
    return this.machine.now;
  }

  /** Lets so much time pass, and makes an empty block at the end of it. */
  pass(ms: number): void {
    this.machine.now += Math.max(1_000, ms);
    this.machine.number += 1;
  }

  async mint(currency: Currency, to: string, value = MONEY): Promise<void> {
    const data = encodeFunctionData({ abi: TOKEN_ABI, functionName: 'mint', args: [to as Hex, value] });
    await this.machine.call({ from: TOKEN_ADMIN, to: this.network.tokens[currency], data });
  }

  /** Answers the questions of an endpoint, one after the other: there is one state. */
  readonly transport: RpcTransport = (body) => {
    const answer = (): Promise<string> => this.#answers(JSON.parse(body) as readonly RpcQuestion[]);
    const answered = this.#answering.then(answer, answer);
    this.#answering = answered;
    return answered;
  };

  async #answers(questions: readonly RpcQuestion[]): Promise<string> {
    const answers: unknown[] = [];
    for (const { id, method, params } of questions) {
      try {
        answers.push({ jsonrpc: '2.0', id, result: await this.#answer(method, params[0]) });
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        answers.push({ jsonrpc: '2.0', id, error: { code: 3, message } });
      }
    }
    return JSON.stringify(answers);
  }

  async #answer(method: string, asked: unknown): Promise<unknown> {
    const { machine } = this;
    switch (method) {
      case 'eth_chainId':
        return toQuantity(this.network.chainId);
      case 'eth_getBlockByNumber':
        return this.#header(String(asked).startsWith('0x') ? Number(asked) : machine.number);
      case 'eth_getCode':
        return machine.codeOf(String(asked));
      case 'eth_getBalance':
        return toQuantity((await machine.accountOf(String(asked))).balance);
      case 'eth_getTransactionCount':
        return toQuantity((await machine.accountOf(String(asked))).nonce);
      case 'eth_feeHistory':
        return { baseFeePerGas: [toQuantity(BASE_FEE)], reward: [['0x1']] };
      case 'eth_call':
        return machine.view(asked as VmCall);
      case 'eth_estimateGas':
        return toQuantity(await machine.estimate(asked as VmCall));
      case 'eth_sendRawTransaction':
        return this.#include(asked as Hex);
      case 'eth_getTransactionReceipt':
        return this.#receipt(asked as Hex);
      case 'eth_getLogs':
        return this.#logsOf(asked as LogQuestion);
      default:
        throw new Error(`the method ${method} does not exist`);
    }
  }

  #header(number: number): object {
    const age = (this.machine.number - number) * 1_000;
    const timestamp = toQuantity(Math.floor((this.machine.now - age) / 1_000));
    return { number: toQuantity(number), hash: hashOf(number), timestamp };
  }

  async #include(bytes: Hex): Promise<Hex> {
    const { machine } = this;
    const tx = createTxFromRLP(hexToBytes(bytes), { common: machine.common });
    if (tx.gasLimit > TRANSACTION_GAS_MAX) throw new Error('transaction gas limit too high');
    this.pass(1_000);
    const { totalGasSpent: gasUsed, execResult, receipt } = await machine.run(tx);
    const hash = bytesToHex(tx.hash());
    this.included.push({ hash, gasLimit: tx.gasLimit, gasUsed, isSuccess: execResult.exceptionError === undefined });
    const { number } = machine;
    for (const [index, [address, topics, data]] of receipt.logs.entries()) {
      this.#logs.push({
        address: bytesToHex(address),
        topics: topics.map((topic) => bytesToHex(topic)),
        data: bytesToHex(data),
        blockNumber: toQuantity(number),
        blockHash: hashOf(number),
        transactionHash: hash,
        logIndex: toQuantity(index),
      });
    }
    return hash;
  }

  #receipt(asked: Hex): object | null {
    const found = this.included.find(({ hash }) => hash === asked);
    if (found === undefined) return null;
    const logs = this.#logs.filter(({ transactionHash }) => transactionHash === asked);
    const { blockNumber, blockHash } = logs[0] ?? { blockNumber: '0x1', blockHash: hashOf(1) };
    const status = found.isSuccess ? '0x1' : '0x0';
    return { transactionHash: asked, status, gasUsed: toQuantity(found.gasUsed), blockNumber, blockHash, logs };
  }

  #logsOf({ address, topics }: LogQuestion): readonly StoredLog[] {
    const addresses = new Set(address.map((each) => each.toLowerCase()));
    const isWanted = (topic: Hex | undefined, wanted: LogQuestion['topics'][number]): boolean =>
      wanted === null || [wanted].flat().some((each) => each.toLowerCase() === topic);
    return this.#logs.filter(
      (log) => addresses.has(log.address) && topics.every((wanted, index) => isWanted(log.topics[index], wanted)),
    );
  }
}

function hashOf(block: number): Hex {
  return keccak256(toHex(`block ${block}`));
}
