import { createHash } from 'node:crypto';
import type { RpcCall, RpcTransport } from '../rpc/rpc-endpoint';
import { block, count, toQuantity } from '../rpc/values';
import type { Block } from '../rpc/values';
import { isObject } from './json-values';
import type { Json } from './json-values';

interface Question extends RpcCall {
  readonly id: unknown;
}

/** What becomes of a question: an answer, or a question to the chain and what its result is turned into. */
type Step = { readonly result: unknown } | { readonly call: RpcCall; readonly turn?: (result: unknown) => unknown };

/** A block of the chain, with the number under which it is shown. */
interface Shown extends Block {
  readonly as: number;
}

/** Where a call names the block at which state is read. */
const STATE_AT: Readonly<Record<string, number>> = {
  eth_call: 1,
  eth_estimateGas: 1,
  eth_getBalance: 1,
  eth_getCode: 1,
  eth_getTransactionCount: 1,
  eth_getStorageAt: 2,
};
/** Blocks that the chain itself knows best; undefined: where a call names none. */
const OWN_TAGS: ReadonlySet<unknown> = new Set([undefined, 'pending', 'safe', 'finalized']);
/** A longer time between two blocks, in milliseconds, has no more empty blocks: a chain may rest. */
const FILLED_MS_MAX = 900_000;
const UNKNOWN_BLOCK = { code: -32_602, message: 'block height is lower than what was requested' };

class UnknownBlockError extends Error {}

/**
 * Shows a local EVM chain as one that makes blocks in a fixed time. anvil takes milliseconds for each block and slows down as
 * they add up, so the chain itself makes a block where something happens, and the empty ones between two of them are shown
 * here. Numbers and times of blocks are those of such a chain; all else is the chain's own.
 */
export class StretchedChain {
  readonly #through: RpcTransport;
  readonly #blockMs: number;
  /** By the number that the chain itself gives. */
  #blocks: Shown[] = [];
  readonly #rests: { readonly from: number; readonly to: number }[] = [];

  /** @param blockMs - time of a block, in milliseconds */
  constructor(through: RpcTransport, blockMs: number) {
    this.#through = through;
    this.#blockMs = blockMs;
  }

  /** As an endpoint takes it: a call, or a batch of them. */
  readonly transport: RpcTransport = async (body, signal) => {
    await this.#follow(signal);
    const parsed = JSON.parse(body) as Question | readonly Question[];
    const questions = Array.isArray(parsed) ? (parsed as readonly Question[]) : [parsed as Question];
    const steps = questions.map((each) => this.#stepOrError(each));
    const calls = steps.flatMap((step) => ('call' in step ? [step.call] : []));
    const results = await this.#ask(calls, signal);
    const answers = questions.map(({ id }, index) => {
      const step = steps[index];
      if (step === undefined || !('call' in step)) return { jsonrpc: '2.0', id, ...step };
      const answer = results.shift() ?? {};
      if (!('result' in answer) || step.turn === undefined) return { ...answer, id };
      return { jsonrpc: '2.0', id, result: step.turn(answer['result']) };
    });
    return JSON.stringify(Array.isArray(parsed) ? answers : answers[0]);
  };

  /** Between two moments, in milliseconds since the epoch, no block is made, empty or not. */
  rest(from: number, to: number): void {
    this.#rests.push({ from, to });
  }

  /** The number that the chain itself gives to the block whose state a shown block has. */
  async ownNumber(shown: number): Promise<number> {
    await this.#follow(AbortSignal.timeout(10_000));
    return this.#ownAt(shown);
  }

  #stepOrError(question: Question): Step | { readonly error: object } {
    try {
      return this.#step(question);
    } catch (error) {
      if (error instanceof UnknownBlockError) return { error: UNKNOWN_BLOCK };
      throw error;
    }
  }

  #step({ method, params }: Question): Step {
    const at = STATE_AT[method];
    if (at !== undefined && !OWN_TAGS.has(params[at])) {
      const own = this.#ownAt(this.#numberOf(params[at]));
      return { call: { method, params: params.map((each, place) => (place === at ? toQuantity(own) : each)) } };
    }
    switch (method) {
      case 'eth_blockNumber':
        return { result: toQuantity(this.#head().as) };
      case 'eth_getBlockByNumber':
        return this.#blockStep(params);
      case 'eth_getLogs':
        return this.#logsStep(params);
      case 'eth_getTransactionReceipt':
      case 'eth_getTransactionByHash':
        return { call: { method, params }, turn: (result) => this.#shownIn(result) };
      default:
        return { call: { method, params } };
    }
  }

  #blockStep([tag, isFull]: readonly unknown[]): Step {
    const call = { method: 'eth_getBlockByNumber', params: [tag, isFull] };
    if (tag === 'safe' || tag === 'finalized') return { call, turn: (result) => this.#shownBlock(result) };
    const number = this.#numberOf(tag);
    if (number > this.#head().as) return { result: null };
    const own = this.#blocks[this.#ownAt(number)];
    if (own === undefined) return { result: null };
    if (own.as !== number) return { result: this.#emptyBlock(number, own) };
    return {
      call: { ...call, params: [toQuantity(own.number), isFull] },
      turn: (result) => this.#shownBlock(result),
    };
  }

  #logsStep([filter]: readonly unknown[]): Step {
    const { fromBlock, toBlock, ...others } = filter as Readonly<Record<string, unknown>>;
    const [from, to] = [this.#numberOf(fromBlock), Math.min(this.#numberOf(toBlock), this.#head().as)];
    if (from > this.#head().as) throw new UnknownBlockError();
    const [before, last] = [from === 0 ? -1 : this.#ownAt(from - 1), this.#ownAt(to)];
    if (last <= before) return { result: [] };
    const range = { fromBlock: toQuantity(before + 1), toBlock: toQuantity(last) };
    return {
      call: { method: 'eth_getLogs', params: [{ ...others, ...range }] },
      turn: (result) => (Array.isArray(result) ? result.map((each) => this.#shownIn(each)) : result),
    };
  }

  /** A result that stands in a block; null where the block is not known yet. */
  #shownIn(result: unknown): unknown {
    if (!isObject(result)) return result;
    const number = result['blockNumber'];
    if (number === null || number === undefined) return result;
    const shown = this.#blocks[count(number)];
    if (shown === undefined || shown.hash !== result['blockHash']) return null;
    const logs = result['logs'];
    const own: Json = { ...result, blockNumber: toQuantity(shown.as) };
    return Array.isArray(logs) ? { ...own, logs: logs.map((each) => this.#shownIn(each)) } : own;
  }

  #shownBlock(result: unknown): unknown {
    if (!isObject(result)) return result;
    const shown = this.#blocks[count(result['number'])];
    return shown === undefined ? null : { ...result, number: toQuantity(shown.as) };
  }

  /** One of those between a block and the next one; it depends on the next one, as it goes with it. */
  #emptyBlock(number: number, before: Shown): unknown {
    const after = this.#blocks[before.number + 1];
    if (after === undefined) return null;
    const part = (number - before.as) / (after.as - before.as);
    const timestamp = Math.floor(before.timestamp + part * (after.timestamp - before.timestamp));
    const hash = `0x${createHash('sha256').update(`${after.hash} ${number}`).digest('hex')}`;
    return { number: toQuantity(number), hash, timestamp: toQuantity(timestamp), transactions: [] };
  }

  #numberOf(tag: unknown): number {
    if (typeof tag !== 'string') throw new TypeError('no block');
    return tag === 'latest' ? this.#head().as : tag === 'earliest' ? 0 : count(tag);
  }

  /** The last block that is shown under this number or a lower one. */
  #ownAt(shown: number): number {
    if (shown > this.#head().as) throw new UnknownBlockError();
    let [low, high] = [0, this.#blocks.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#blocks[middle]?.as ?? 0) <= shown) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #head(): Shown {
    const head = this.#blocks.at(-1);
    if (head === undefined) throw new Error('the chain has no block');
    return head;
  }

  /** Learns which blocks the chain has made, and which ones it has taken away. */
  async #follow(signal: AbortSignal): Promise<void> {
    const [latest] = await this.#read(['latest'], signal);
    if (latest === undefined || this.#blocks.at(-1)?.hash === latest.hash) return;
    let known = Math.min(this.#blocks.length, latest.number);
    for (let back = 8; known > 0; back *= 2) {
      const first = Math.max(0, known - back);
      const read = await this.#read(numbersOf(first, known), signal);
      const same = read.findLastIndex(({ hash, number }) => this.#blocks[number]?.hash === hash);
      known = same < 0 ? first : first + same + 1;
      if (same >= 0) break;
    }
    const fresh = await this.#read(numbersOf(known, latest.number + 1), signal);
    const blocks = this.#blocks.slice(0, known);
    for (const each of fresh) blocks.push({ ...each, as: this.#shownAs(blocks.at(-1), each) });
    this.#blocks = blocks;
  }

  #shownAs(before: Shown | undefined, { timestamp }: Block): number {
    if (before === undefined) return 0;
    const [from, to] = [before.timestamp * 1_000, timestamp * 1_000];
    const rested = this.#rests.reduce(
      (sum, rest) => sum + Math.max(0, Math.min(to, rest.to) - Math.max(from, rest.from)),
      0,
    );
    const passed = Math.min(FILLED_MS_MAX, to - from - rested);
    return before.as + Math.max(1, Math.floor(passed / this.#blockMs));
  }

  async #read(tags: readonly string[], signal: AbortSignal): Promise<readonly Block[]> {
    const calls = tags.map((tag) => ({ method: 'eth_getBlockByNumber', params: [tag, false] }));
    return (await this.#ask(calls, signal)).map(({ result }) => block(result));
  }

  async #ask(calls: readonly RpcCall[], signal: AbortSignal): Promise<Json[]> {
    if (calls.length === 0) return [];
    const body = JSON.stringify(calls.map((call, id) => ({ jsonrpc: '2.0', id, ...call })));
    const answers = JSON.parse(await this.#through(body, signal)) as Json[];
    return answers.toSorted((one, other) => Number(one['id']) - Number(other['id']));
  }
}

function numbersOf(first: number, end: number): readonly string[] {
  return Array.from({ length: Math.max(0, end - first) }, (_, index) => toQuantity(first + index));
}
