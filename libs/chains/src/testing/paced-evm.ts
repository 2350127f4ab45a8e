import { decodeFunctionData, encodeAbiParameters, encodeEventTopics, encodeFunctionResult, pad, toHex } from 'viem';
import type { Hex } from 'viem';
import { MULTICALL_ABI, TOKEN_ABI } from '../evm/abi';
import { RpcEndpoint } from '../rpc/rpc-endpoint';
import type { RpcCall } from '../rpc/rpc-endpoint';
import { toQuantity } from '../rpc/values';

type Question = RpcCall & { readonly id: number };
type Answer = { readonly result: unknown } | { readonly error: { readonly code: number; readonly message: string } };

/** A transfer of USDC that used a nonce, by itself in a transaction. */
export interface PacedTransfer {
  readonly block: number;
  readonly hash: Hex;
  readonly token: string;
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
  readonly nonce: Hex;
}

/** What one endpoint takes and keeps. Default: everything. */
export interface PacedLimits {
  /** Blocks of one `eth_getLogs`. */
  readonly blocksMax?: number;
  /** Topics in one position of it. */
  readonly topicsMax?: number;
  /** So many states before the latest one. */
  readonly statesMax?: number;
  /** Blocks before this one are pruned; `null`: it answers null for them, `error`: with an error. */
  readonly firstBlock?: { readonly number: number; readonly as: 'null' | 'error' };
}

/**
 * An EVM chain that exists in formulas only: it has as many blocks as a test asks for, at any pace, and says what it holds
 * as a node does. Five blocks may share a time, in whole seconds.
 */
export class PacedEvm {
  readonly transfers: PacedTransfer[] = [];
  /** Calls of each method, by endpoint. */
  readonly calls = new Map<string, Map<string, number>>();
  /** The number of the latest block. */
  head: number;
  readonly #genesisAt: number;
  readonly #msOfBlock: (block: number) => number;
  readonly #finality: number;
  readonly #entries = new Map<PacedTransfer, readonly Entry[]>();

  /**
   * @param parts - `msOfBlock`: when a block comes, in milliseconds since the genesis; `finality`: so many blocks behind
   * the latest one is the final one
   */
  constructor(parts: {
    readonly genesisAt: number;
    readonly head: number;
    readonly msOfBlock: (block: number) => number;
    readonly finality?: number;
  }) {
    this.head = parts.head;
    this.#genesisAt = parts.genesisAt;
    this.#msOfBlock = parts.msOfBlock;
    this.#finality = parts.finality ?? 0;
  }

  /** Of a block, in milliseconds since the epoch: whole seconds. */
  timeOf(block: number): number {
    return Math.floor((this.#genesisAt + this.#msOfBlock(block)) / 1_000) * 1_000;
  }

  now(): number {
    return this.timeOf(this.head);
  }

  endpoint(name: string, limits: PacedLimits = {}): RpcEndpoint {
    const calls = new Map<string, number>();
    this.calls.set(name, calls);
    const transport = (body: string): Promise<string> => {
      const asked = JSON.parse(body) as readonly Question[];
      const answers = asked.map((call) => {
        calls.set(call.method, (calls.get(call.method) ?? 0) + 1);
        return { jsonrpc: '2.0', id: call.id, ...this.#answer(call, limits) };
      });
      return Promise.resolve(JSON.stringify(answers));
    };
    return new RpcEndpoint({ name, transport, deadlineMs: 30_000, now: () => this.now() });
  }

  /** Calls of a method to an endpoint until now. */
  count(name: string, method: string): number {
    return this.calls.get(name)?.get(method) ?? 0;
  }

  #answer({ method, params }: RpcCall, limits: PacedLimits): Answer {
    switch (method) {
      case 'eth_getBlockByNumber':
        return this.#block(String(params[0]), limits);
      case 'eth_getLogs':
        return this.#logs(params[0] as LogsFilter, limits);
      case 'eth_call':
        return this.#call(params as [{ readonly data: Hex }, string], limits);
      case 'eth_getTransactionReceipt':
        return { result: this.#receipt(String(params[0])) };
      default:
        return refusal(-32_601, `${method} is not there`);
    }
  }

  #numberOf(tag: string): number {
    if (tag.startsWith('0x')) return Number(tag);
    return tag === 'latest' ? this.head : Math.max(0, this.head - this.#finality);
  }

  #block(tag: string, { firstBlock }: PacedLimits): Answer {
    const number = this.#numberOf(tag);
    if (number > this.head) return { result: null };
    if (firstBlock !== undefined && number < firstBlock.number) {
      return firstBlock.as === 'null' ? { result: null } : refusal(4_444, 'pruned history unavailable');
    }
    const timestamp = toQuantity(this.timeOf(number) / 1_000);
    return { result: { number: toQuantity(number), hash: hashOf(number), timestamp } };
  }

  #logs(filter: LogsFilter, { blocksMax = Infinity, topicsMax = Infinity }: PacedLimits): Answer {
    const [from, to] = [Number(filter.fromBlock), this.#numberOf(filter.toBlock)];
    if (to - from + 1 > blocksMax) return refusal(-32_600, `up to a ${blocksMax} block range`);
    const positions = [filter.address, ...filter.topics].map((each) => (each === null ? null : [each].flat()));
    if (positions.some((each) => (each?.length ?? 0) > topicsMax)) return refusal(-32_000, 'exceed max topics');
    const inRange = this.transfers.filter(({ block }) => block >= from && block <= to);
    const entries = inRange.flatMap((each) => this.#entriesOf(each));
    const isAsked = (entry: Entry): boolean =>
      [entry.address, ...entry.topics].every((value, index) => {
        const wanted = positions[index] ?? null;
        return wanted === null || wanted.some((each) => each.toLowerCase() === value.toLowerCase());
      });
    return { result: entries.filter(isAsked) };
  }

  #call([{ data }, tag]: readonly [{ readonly data: Hex }, string], { statesMax = Infinity }: PacedLimits): Answer {
    const at = this.#numberOf(tag);
    if (this.head - at > statesMax) return refusal(-32_000, 'missing trie node');
    const { args } = decodeFunctionData({ abi: MULTICALL_ABI, data });
    const results = (args[0] as readonly { readonly target: Hex; readonly callData: Hex }[]).map((read) => {
      const [authorizer, nonce] = decodeFunctionData({ abi: TOKEN_ABI, data: read.callData }).args as [Hex, Hex];
      const isUsed = this.transfers.some(
        (each) =>
          each.block <= at &&
          each.nonce === nonce &&
          each.token.toLowerCase() === read.target.toLowerCase() &&
          each.from.toLowerCase() === authorizer.toLowerCase(),
      );
      return { success: true, returnData: pad(toHex(isUsed ? 1 : 0)) };
    });
    return { result: encodeFunctionResult({ abi: MULTICALL_ABI, functionName: 'aggregate3', result: results }) };
  }

  #receipt(hash: string): unknown {
    const transfer = this.transfers.find((each) => each.hash === hash);
    if (transfer === undefined) return null;
    const { block } = transfer;
    const place = { blockNumber: toQuantity(block), blockHash: hashOf(block) };
    return { transactionHash: hash, ...place, status: '0x1', logs: this.#entriesOf(transfer) };
  }

  #entriesOf(transfer: PacedTransfer): readonly Entry[] {
    const entries = this.#entries.get(transfer) ?? logsOf(transfer);
    this.#entries.set(transfer, entries);
    return entries;
  }
}

interface LogsFilter {
  readonly fromBlock: string;
  readonly toBlock: string;
  readonly address: readonly string[];
  readonly topics: readonly (string | readonly string[] | null)[];
}

type Entry = ReturnType<typeof logsOf>[number];

/** Of the use of the nonce, and of the transfer. */
function logsOf({ block, hash, token, from, to, amount, nonce }: PacedTransfer) {
  const place = { blockNumber: toQuantity(block), blockHash: hashOf(block), transactionHash: hash, removed: false };
  const used = { authorizer: from as Hex, nonce };
  const moved = { from: from as Hex, to: to as Hex };
  return [
    {
      ...place,
      address: token,
      logIndex: '0x0',
      data: '0x',
      topics: encodeEventTopics({ abi: TOKEN_ABI, eventName: 'AuthorizationUsed', args: used }) as Hex[],
    },
    {
      ...place,
      address: token,
      logIndex: '0x1',
      data: encodeAbiParameters([{ type: 'uint256' }], [amount]),
      topics: encodeEventTopics({ abi: TOKEN_ABI, eventName: 'Transfer', args: moved }) as Hex[],
    },
  ];
}

function hashOf(block: number): Hex {
  return pad(toHex(block + 1));
}

function refusal(code: number, message: string): Answer {
  return { error: { code, message } };
}
