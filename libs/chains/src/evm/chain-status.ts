import { CURRENCIES } from '@stablecoin/money';
import type { Currency } from '@stablecoin/money';
import { encodeFunctionData } from 'viem/utils';
import type { Hex } from 'viem';
import { DATA_FEE_ABI, MULTICALL_ABI, TOKEN_ABI } from './abi';
import { FEE_HISTORY, suggestFees } from './fees';
import type { Fees } from './fees';
import { readCall, readResults } from './multicall';
import type { ContractRead } from './multicall';
import type { EvmNetwork } from './network';
import { SINGLE_TRANSFER_BYTES, SINGLE_TRANSFER_GAS } from './transaction';
import { middleOf, notExceeded } from '../rpc/agreement';
import { checkNotAhead } from '../rpc/heads';
import type { RpcEndpoint } from '../rpc/rpc-endpoint';
import type { RpcPool } from '../rpc/rpc-pool';
import { block } from '../rpc/values';
import type { Block } from '../rpc/values';

/** What stands for or against sending anything now. */
export interface ChainStatus {
  readonly latest: Block;
  readonly fees: Fees;
  /** What is paid for the data of one transfer by itself, beside its gas, in wei. */
  readonly dataFee: bigint;
  /** Tokens that nobody can move at the moment. */
  readonly paused: ReadonlySet<Currency>;
  /** What each relayer has for gas, in wei. */
  readonly gas: ReadonlyMap<string, bigint>;
  /** A majority of the configured endpoints was heard: only then may a payment fail of it (protocol rule 29). */
  readonly isEstablished: boolean;
}

type StatusAt = Omit<ChainStatus, 'isEstablished'>;

/** For so long what was read last is good enough when nobody answers: a lost answer is not a chain that is down. */
const CACHE_MS = 15_000;

/** A quote has two seconds, and does without a majority rather than without an answer. */
const PATIENCE_MS = 1_000;

/** Reads the status, at most once per half a block: everybody who asks in between gets the same answer. */
export class ChainStatusReader {
  readonly #pool: RpcPool;
  readonly #network: EvmNetwork;
  readonly #relayers: readonly string[];
  readonly #now: () => number;
  #last: { readonly at: number; readonly status: Promise<ChainStatus> } | undefined;
  #known: { readonly at: number; readonly status: ChainStatus } | undefined;

  constructor(parts: {
    readonly pool: RpcPool;
    readonly network: EvmNetwork;
    readonly relayers: readonly string[];
    readonly now: () => number;
  }) {
    this.#pool = parts.pool;
    this.#network = parts.network;
    this.#relayers = parts.relayers;
    this.#now = parts.now;
  }

  /** What was read last; `undefined` before the first time. */
  get known(): ChainStatus | undefined {
    return this.#known?.status;
  }

  /** @throws Error when no endpoint answers, and none has for a while */
  read(): Promise<ChainStatus> {
    const at = this.#now();
    if (this.#last !== undefined && at - this.#last.at < this.#network.blockMs / 2) return this.#last.status;
    const reading = { at, status: this.#readOrKnown(at) };
    this.#last = reading;
    reading.status.catch(() => {
      // A failure is not kept: the next one asks anew.
      if (this.#last === reading) this.#last = undefined;
    });
    return reading.status;
  }

  async #readOrKnown(at: number): Promise<ChainStatus> {
    try {
      const status = await this.#read();
      this.#known = { at, status };
      return status;
    } catch (error) {
      if (this.#known !== undefined && at - this.#known.at < CACHE_MS) return this.#known.status;
      throw error;
    }
  }

  /** Of several answers the one in the middle, so that no endpoint by itself makes a chain look down, or dear. */
  async #read(): Promise<ChainStatus> {
    const { majority } = this.#pool;
    const said = await this.#pool.ask(
      (endpoint) => this.#readAt(endpoint),
      (soFar) => soFar.length >= majority,
      { patienceMs: PATIENCE_MS },
    );
    const all = said.map(({ value }) => value);
    const newest = middleOf(all.map(({ latest }) => latest.timestamp));
    const latest = all.find((each) => each.latest.timestamp === newest)?.latest;
    if (latest === undefined) throw new Error('no endpoint has answered');
    return {
      latest,
      fees: {
        maxFeePerGas: middleOf(all.map(({ fees }) => fees.maxFeePerGas)),
        maxPriorityFeePerGas: middleOf(all.map(({ fees }) => fees.maxPriorityFeePerGas)),
      },
      dataFee: middleOf(all.map(({ dataFee }) => dataFee)),
      paused: new Set(CURRENCIES.filter((each) => all.filter(({ paused }) => paused.has(each)).length >= majority)),
      gas: new Map(
        this.#relayers.map((relayer) => [
          relayer,
          notExceeded(
            all.map(({ gas }) => gas.get(relayer) ?? 0n),
            majority,
          ),
        ]),
      ),
      isEstablished: all.length >= majority,
    };
  }

  async #readAt(endpoint: RpcEndpoint): Promise<StatusAt> {
    const { multicall, tokens, dataFeeOracle } = this.#network;
    const paused = encodeFunctionData({ abi: TOKEN_ABI, functionName: 'paused' });
    const reads = [
      ...CURRENCIES.map((currency) => ({ to: tokens[currency], data: paused })),
      ...this.#relayers.map((relayer) => ({ to: multicall, data: gasRead(relayer) })),
      ...(dataFeeOracle === null ? [] : [dataFeeRead(dataFeeOracle)]),
    ];
    const [found, history, result] = await endpoint.results([
      { method: 'eth_getBlockByNumber', params: ['latest', false] },
      FEE_HISTORY,
      readCall(multicall, reads, 'latest'),
    ]);
    const latest = block(found);
    checkNotAhead(latest, this.#now());
    // Empty where there is no oracle: a local chain takes nothing for data.
    const values = readResults(result, reads.length).map((value) => (value === '0x' ? 0n : BigInt(value)));
    const dataFee = dataFeeOracle === null ? 0n : (values.at(-1) ?? 0n);
    return {
      latest,
      fees: suggestFees(history),
      dataFee,
      paused: new Set(CURRENCIES.filter((_, index) => values[index] !== 0n)),
      gas: new Map(this.#relayers.map((relayer, index) => [relayer, values[CURRENCIES.length + index] ?? 0n])),
    };
  }
}

/** What a transfer by itself costs at most, in wei. */
export function costOfTransfer({ fees, dataFee }: Pick<ChainStatus, 'fees' | 'dataFee'>): bigint {
  return SINGLE_TRANSFER_GAS * fees.maxFeePerGas + dataFee;
}

function dataFeeRead(oracle: string): ContractRead {
  const args = [SINGLE_TRANSFER_BYTES] as const;
  const data = encodeFunctionData({ abi: DATA_FEE_ABI, functionName: 'getL1FeeUpperBound', args });
  return { to: oracle, data, mayFail: true };
}

function gasRead(relayer: string): Hex {
  return encodeFunctionData({ abi: MULTICALL_ABI, functionName: 'getEthBalance', args: [relayer as Hex] });
}
