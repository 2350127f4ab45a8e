import { CURRENCIES } from '@stablecoin/contracts';
import type { Currency } from '@stablecoin/contracts';
import { randomBytes } from 'node:crypto';
import { encodeFunctionData, toHex } from 'viem/utils';
import type { Hex } from 'viem';
import { MULTICALL_ABI } from './abi';
import type { ChainLog } from '../chain-log';
import type { EvmNetwork } from './network';
import { KeySigner } from './signer/key-signer';
import { TRANSACTION_GAS_MAX } from './transaction';
import { transferCall } from './transfer';
import { middleOf } from '../rpc/agreement';
import { LastKnown } from '../rpc/last-known';
import type { RpcAnswer, RpcCall, RpcEndpoint } from '../rpc/rpc-endpoint';
import type { RpcPool } from '../rpc/rpc-pool';
import { quantity } from '../rpc/values';

/** What the parts of a transaction may use at most, in gas, by the rules that the chain has now. */
export interface GasFigures {
  /** A transaction of a relayer, without its calls. */
  readonly base: bigint;
  /** A transfer of the treasury to a recipient who has never had the token, without a memo. */
  readonly transfer: bigint;
  /** Writing a storage slot for the first time. */
  readonly slot: bigint;
}

/** Never less, whatever endpoints say: what a transfer to a new recipient needs by the cheapest rules, and half as much. */
const LEAST: GasFigures = { base: 60_000n, transfer: 110_000n, slot: 27_000n };
/** Never more: a figure only reserves gas, but it limits how many transfers fit into one transaction. */
const MOST: GasFigures = { base: 500_000n, transfer: 1_500_000n, slot: 750_000n };
/** Where nothing was measured: by the dearest rules known, Amsterdam's. What is not used is not paid. */
export const DEAREST_KNOWN: GasFigures = { base: 100_000n, transfer: 350_000n, slot: 140_000n };
/** A byte of a memo, by the dearest rules known (EIP-7976), and a quarter more. */
const MEMO_BYTE = 80n;
/** What a transfer of money does beside one of nothing: it writes two balances, one of them in a new slot. */
const BALANCES = 10_000n;
const FRESH_MS = 15_000;
/** After this time, fewer answers than a majority are enough. */
const PATIENCE_MS = 1_000;
/** How long the authorizations that are measured with are valid: endpoints' clocks differ. */
const VALID_MS = 3_600_000;
const [SLOTS_FEW, SLOTS_MANY] = [1, 9] as const;

/** What a transfer of the treasury may use at most. */
export function transferGas({ transfer }: GasFigures, memo: string | null): bigint {
  return transfer + memoGas(memo);
}

export function memoGas(memo: string | null): bigint {
  return MEMO_BYTE * BigInt(memo === null ? 0 : Buffer.byteLength(memo));
}

/** What a transaction with one transfer may use at most. */
export function singleTransferGas({ base, transfer }: GasFigures): bigint {
  return base + transfer;
}

/** How many calls fit into one transaction, from the first on; at least one. @param calls - what each may use at most */
export function fitting(calls: readonly bigint[], { base }: GasFigures): number {
  let gas = base;
  const beyond = calls.findIndex((each) => (gas += each) > TRANSACTION_GAS_MAX);
  return beyond < 0 ? calls.length : Math.max(1, beyond);
}

/**
 * Measures on the live chain what gas our transactions need, by `eth_estimateGas` of transactions of the same form. They
 * move nothing and are never sent: the authorizations in them are of no money, of an account whose key was made for them.
 */
export class GasFiguresReader {
  readonly #parts: GasFiguresParts;
  readonly #reading: LastKnown<GasFigures>;

  constructor(parts: GasFiguresParts) {
    const { log, network, now } = parts;
    this.#parts = parts;
    this.#reading = new LastKnown({
      request: () => this.#measure(),
      initial: DEAREST_KNOWN,
      freshMs: FRESH_MS,
      now,
      onFailure: (error, known) => {
        const fields = { chain: network.chain, error: String(error), figures: shown(known) };
        log.warn(
          fields,
          'no endpoint estimates gas. The last figures are used. Check that endpoints allow eth_estimateGas',
        );
      },
    });
  }

  /** The last figures; before the first ones those of the dearest rules that are known. */
  get known(): GasFigures {
    return this.#reading.known;
  }

  /** Figures no older than 15 s; the last known ones where no endpoint tells. */
  read(): Promise<GasFigures> {
    return this.#reading.read();
  }

  async #measure(): Promise<GasFigures> {
    const { pool } = this.#parts;
    const said = await pool.ask(
      (endpoint) => this.#measureAt(endpoint),
      (soFar) => soFar.length >= pool.majority,
      { patienceMs: PATIENCE_MS },
    );
    const of = (part: keyof GasFigures): bigint =>
      within(LEAST[part], middleOf(said.map(({ value }) => value[part])), MOST[part]);
    return { base: of('base'), transfer: of('transfer'), slot: of('slot') };
  }

  /** One and two transfers, so that their difference is one. A token that is paused tells nothing; the other one may. */
  async #measureAt(endpoint: RpcEndpoint): Promise<GasFigures> {
    const transfers = await Promise.all(
      CURRENCIES.flatMap((currency) => [1, 2].map((count) => this.#transfers(currency, count))),
    );
    const answers = await endpoint.batch([writes(SLOTS_FEW), writes(SLOTS_MANY), ...transfers]);
    const [few, many, ...ofTokens] = answers.map(gasIn);
    if (!isNumber(few) || !isNumber(many)) throw refusal(answers);
    const slot = (many - few) / BigInt(SLOTS_MANY - SLOTS_FEW);
    const pairs = CURRENCIES.map((_, index) => ofTokens.slice(2 * index, 2 * index + 2));
    const measured = pairs.flatMap(([one, two]) => (isNumber(one) && isNumber(two) ? [{ one, each: two - one }] : []));
    const [dearest] = measured.sort((a, b) => (a.each < b.each ? 1 : -1));
    if (dearest === undefined) throw refusal(answers);
    const { one, each } = dearest;
    return { base: withMargin(one - each), transfer: withMargin(each + slot + BALANCES), slot: withMargin(slot) };
  }

  async #transfers(currency: Currency, count: number): Promise<RpcCall> {
    const { network, domains, from, now } = this.#parts;
    // Of this question alone: an endpoint that sent it would spoil no other.
    const payer = new KeySigner(randomBytes(32));
    const calls = await Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const nobody = toHex(randomBytes(20));
        const nothing = {
          amount: '0' as const,
          memo: null,
          validUntil: now() + VALID_MS,
          chain: network.chain,
          authorizedAt: now(),
        };
        const authorization = { id: `${nobody}.${index}`, sender: from, to: nobody, currency, ...nothing };
        const callData = await transferCall(authorization, payer, domains[currency]);
        return { target: network.tokens[currency] as Hex, allowFailure: false, callData };
      }),
    );
    const data = encodeFunctionData({ abi: MULTICALL_ABI, functionName: 'aggregate3', args: [calls] });
    return { method: 'eth_estimateGas', params: [{ from, to: network.multicall, data }] };
  }
}

export interface GasFiguresParts {
  readonly pool: RpcPool;
  readonly network: EvmNetwork;
  readonly domains: Readonly<Record<Currency, Hex>>;
  /** The relayer that the transactions would be sent by. */
  readonly from: string;
  readonly log: ChainLog;
  readonly now: () => number;
}

/** A contract whose creation writes so many new slots: `PUSH1 1, PUSH1 n, SSTORE` for each. */
function writes(slots: number): RpcCall {
  const code = Array.from({ length: slots }, (_, index) => `600160${(index + 1).toString(16).padStart(2, '0')}55`);
  return { method: 'eth_estimateGas', params: [{ data: `0x${code.join('')}` }] };
}

/** Null: it cannot be estimated. */
function gasIn(answer: RpcAnswer): bigint | null {
  return answer.ok ? quantity(answer.result) : null;
}

function isNumber(gas: bigint | null | undefined): gas is bigint {
  return gas !== null && gas !== undefined;
}

function refusal(answers: readonly RpcAnswer[]): Error {
  const refused = answers.find((answer) => !answer.ok);
  return refused?.ok === false ? refused.error : new Error('no gas is estimated');
}

/** The limit of a transaction by its estimate, as high as a transaction may have it at most. */
export function gasLimitOf(estimate: bigint): bigint {
  return within(0n, withMargin(estimate), TRANSACTION_GAS_MAX);
}

/** A quarter more: estimates are exact to a few hundredths, and a recipient may change in the meantime. */
function withMargin(gas: bigint): bigint {
  return (gas * 5n) / 4n;
}

function within(least: bigint, gas: bigint, most: bigint): bigint {
  return gas < least ? least : gas > most ? most : gas;
}

function shown({ base, transfer, slot }: GasFigures): object {
  return { base: String(base), transfer: String(transfer), slot: String(slot) };
}
