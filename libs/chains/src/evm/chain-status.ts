import { CURRENCIES } from '@stablecoin/contracts';
import type { Currency } from '@stablecoin/contracts';
import { encodeFunctionData } from 'viem/utils';
import type { Hex } from 'viem';
import type { Delegations } from './accounts/delegations';
import { DATA_FEE_ABI, MULTICALL_ABI, TOKEN_ABI } from './abi';
import { FEE_HISTORY, baseFee, suggestFees } from './fees';
import type { Fees } from './fees';
import { readCall, readResults } from './multicall';
import type { ContractRead } from './multicall';
import type { EvmNetwork } from './network';
import { singleTransferGas } from './gas-figures';
import type { GasFigures, GasFiguresReader } from './gas-figures';
import { SINGLE_TRANSFER_BYTES } from './transaction';
import { middleOf, notExceeded } from '../rpc/agreement';
import { CachedReading } from '../rpc/cached-reading';
import { checkNotAhead } from '../rpc/heads';
import type { RpcEndpoint } from '../rpc/rpc-endpoint';
import type { RpcPool } from '../rpc/rpc-pool';
import { block } from '../rpc/values';
import type { Block } from '../rpc/values';

/** The state of a chain that decides whether to send now. */
export interface ChainStatus {
  readonly latest: Block;
  readonly fees: Fees;
  /** What transactions need, by the chain's rules of gas. */
  readonly figures: GasFigures;
  /** Maximum data fee of a single transfer, in addition to its gas, in wei. */
  readonly dataFee: bigint;
  /** Tokens that are paused. */
  readonly paused: ReadonlySet<Currency>;
  /** Tokens that have the treasury on their blocklist. */
  readonly blocking: ReadonlySet<Currency>;
  /** Why the treasury or a relayer cannot be used, by address: see `problemOfCode`. */
  readonly delegations: ReadonlyMap<string, string>;
  /** Balance of each relayer, in wei. */
  readonly gas: ReadonlyMap<string, bigint>;
  /**
   * Whether a majority of the configured endpoints answered. Only then may a payment fail because of this status
   * (protocol rule 29).
   */
  readonly isEstablished: boolean;
}

type StatusAt = Omit<ChainStatus, 'isEstablished' | 'figures' | 'delegations'>;

/** Age of the latest block at which a chain, or its endpoints, count as stalled. */
const STALLED_AFTER_MS = 120_000;
/** A relayer has to be able to pay for a full submission, not for one transfer only. */
const RELAYER_TRANSFERS = 20n;
/** A quote has two seconds. After this time, fewer answers than a majority are enough for it. */
const PATIENCE_MS = 1_000;

/** Reads the status, at most once in `lookMs`. */
export class ChainStatusReader {
  readonly #pool: RpcPool;
  readonly #network: EvmNetwork;
  readonly #relayers: readonly string[];
  readonly #treasury: string;
  readonly #figures: GasFiguresReader;
  readonly #delegations: Delegations;
  readonly #now: () => number;
  readonly #reading: CachedReading<ChainStatus>;

  constructor(parts: {
    readonly pool: RpcPool;
    readonly network: EvmNetwork;
    readonly relayers: readonly string[];
    readonly treasury: string;
    readonly figures: GasFiguresReader;
    readonly delegations: Delegations;
    readonly now: () => number;
  }) {
    this.#pool = parts.pool;
    this.#network = parts.network;
    this.#relayers = parts.relayers;
    this.#treasury = parts.treasury;
    this.#figures = parts.figures;
    this.#delegations = parts.delegations;
    this.#now = parts.now;
    this.#reading = new CachedReading(() => this.#read(), parts.network.pace.lookMs, parts.now);
  }

  /** The last status; `undefined` before the first one. */
  get known(): ChainStatus | undefined {
    return this.#reading.known;
  }

  /** @throws Error when no endpoint answers and there is no recent status */
  read(): Promise<ChainStatus> {
    return this.#reading.read();
  }

  /** Takes the median of the answers, so that no single endpoint can make a chain look down or expensive. */
  async #read(): Promise<ChainStatus> {
    const { majority } = this.#pool;
    const [said, figures, delegations] = await Promise.all([
      this.#pool.ask(
        (endpoint) => this.#readAt(endpoint),
        (soFar) => soFar.length >= majority,
        { patienceMs: PATIENCE_MS },
      ),
      this.#figures.read(),
      this.#delegations.read(),
    ]);
    const all = said.map(({ value }) => value);
    const newest = middleOf(all.map(({ latest }) => latest.timestamp));
    const latest = all.find((each) => each.latest.timestamp === newest)?.latest;
    if (latest === undefined) throw new Error('no endpoint has answered');
    return {
      latest,
      figures,
      delegations,
      fees: {
        maxFeePerGas: middleOf(all.map(({ fees }) => fees.maxFeePerGas)),
        maxPriorityFeePerGas: middleOf(all.map(({ fees }) => fees.maxPriorityFeePerGas)),
      },
      dataFee: middleOf(all.map(({ dataFee }) => dataFee)),
      paused: new Set(CURRENCIES.filter((each) => all.filter(({ paused }) => paused.has(each)).length >= majority)),
      blocking: new Set(
        CURRENCIES.filter((each) => all.filter(({ blocking }) => blocking.has(each)).length >= majority),
      ),
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
      ...CURRENCIES.map((currency) => ({ to: tokens[currency], data: blocklistRead(this.#treasury) })),
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
      blocking: new Set(CURRENCIES.filter((_, index) => values[CURRENCIES.length + index] !== 0n)),
      gas: new Map(this.#relayers.map((relayer, index) => [relayer, values[2 * CURRENCIES.length + index] ?? 0n])),
    };
  }
}

/** What a transfer by itself costs at most, in wei. */
export function costOfTransfer({ fees, dataFee, figures }: Pick<ChainStatus, 'fees' | 'dataFee' | 'figures'>): bigint {
  return singleTransferGas(figures) * fees.maxFeePerGas + dataFee;
}

/** Why the treasury cannot pay in a currency, in words; null when it can. */
export function reasonAgainstPayer(
  { blocking, delegations }: Pick<ChainStatus, 'blocking' | 'delegations'>,
  currency: Currency,
  treasury: string,
): string | null {
  if (blocking.has(currency)) return `the treasury is on ${currency}'s blocklist`;
  const problem = delegations.get(treasury);
  return problem === undefined ? null : `the treasury ${problem}, so tokens refuse its signatures`;
}

/** Why nothing can be sent now, in words; null when it can. */
export function reasonAgainst(
  status: ChainStatus,
  {
    currency,
    treasury,
    maxFeePerGas,
    now,
  }: { readonly currency: Currency; readonly treasury: string; readonly maxFeePerGas: bigint; readonly now: number },
): string | null {
  const { latest, paused, gas, fees, delegations } = status;
  const age = now - latest.timestamp * 1_000;
  if (age > STALLED_AFTER_MS) return `its latest block is ${Math.round(age / 1_000)} s old`;
  if (paused.has(currency)) return `${currency} is paused there`;
  if (baseFee(fees) > maxFeePerGas) return 'its gas costs more than may be spent';
  const payer = reasonAgainstPayer(status, currency, treasury);
  if (payer !== null) return payer;
  if ([...gas.keys()].some((sender) => canSend(status, sender))) return null;
  const [relayer] = [...gas.keys()].filter((sender) => delegations.has(sender));
  if (relayer === undefined) return 'no relayer has gas there';
  return `no relayer can send: ${relayer} ${delegations.get(relayer) ?? ''}`;
}

/** Whether a relayer has enough gas, and no code. */
export function canSend(status: ChainStatus, sender: string): boolean {
  if (status.delegations.has(sender)) return false;
  return (status.gas.get(sender) ?? 0n) >= RELAYER_TRANSFERS * costOfTransfer(status);
}

function dataFeeRead(oracle: string): ContractRead {
  const args = [SINGLE_TRANSFER_BYTES] as const;
  const data = encodeFunctionData({ abi: DATA_FEE_ABI, functionName: 'getL1FeeUpperBound', args });
  return { to: oracle, data, mayFail: true };
}

function blocklistRead(account: string): Hex {
  return encodeFunctionData({ abi: TOKEN_ABI, functionName: 'isBlacklisted', args: [account as Hex] });
}

function gasRead(relayer: string): Hex {
  return encodeFunctionData({ abi: MULTICALL_ABI, functionName: 'getEthBalance', args: [relayer as Hex] });
}
