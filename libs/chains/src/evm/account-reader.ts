import { CURRENCIES, toUnits } from '@stablecoin/money';
import type { Currency } from '@stablecoin/money';
import { encodeEventTopics, encodeFunctionData, getAddress, pad } from 'viem/utils';
import type { Hex } from 'viem';
import type { Balances, Deposit, Deposits } from '../chain';
import { TOKEN_ABI } from './abi';
import { readCall, readResults } from './multicall';
import type { EvmNetwork } from './network';
import { BLOCKS_MOST } from '../rpc/block-ranges';
import { EndpointsDisagreeError, readViews } from '../rpc/heads';
import type { View } from '../rpc/heads';
import type { RpcCall } from '../rpc/rpc-endpoint';
import type { RpcPool } from '../rpc/rpc-pool';
import { block, logs, toQuantity } from '../rpc/values';
import type { LogEntry } from '../rpc/values';

/** How far deposits were read: all of a block, or up to one of its logs. As text: `120`, `120:3`. */
interface Cursor {
  readonly block: number;
  readonly index: number | null;
}

/** What addresses hold and receive, at finality only, and only where all endpoints say the same of it. */
export class AccountReader {
  readonly #pool: RpcPool;
  readonly #network: EvmNetwork;

  constructor(pool: RpcPool, network: EvmNetwork) {
    this.#pool = pool;
    this.#network = network;
  }

  async balances(addresses: readonly string[]): Promise<Balances> {
    const { views, finalized } = await readViews(this.#pool);
    const asked = addresses.flatMap((address) => CURRENCIES.map((currency) => ({ address, currency })));
    const reads = asked.map(({ address, currency }) => ({
      to: this.#network.tokens[currency],
      data: encodeFunctionData({ abi: TOKEN_ABI, functionName: 'balanceOf', args: [address as Hex] }),
    }));
    const call = readCall(this.#network.multicall, reads, toQuantity(finalized));
    const amounts = await agreed(views, call, (result) => readResults(result).map((value) => BigInt(value)));
    return {
      cursor: writeCursor({ block: finalized, index: null }),
      at: timeOf(views, finalized) * 1_000,
      balances: asked.map((each, place) => ({ ...each, amount: toUnits(amounts[place] ?? 0n) })),
    };
  }

  async deposits(addresses: readonly string[], after: string, limit: number): Promise<Deposits> {
    const cursor = readCursor(after);
    const { views, finalized } = await readViews(this.#pool);
    const from = cursor.index === null ? cursor.block + 1 : cursor.block;
    const to = Math.min(finalized, from + BLOCKS_MOST - 1);
    if (to < from || addresses.length === 0) return { deposits: [], cursor: after, more: false };

    const found = await agreed(views, this.#logsCall(addresses, from, to), logs);
    const fresh = found.filter((each) => each.block > cursor.block || each.index > (cursor.index ?? -1));
    const page = fresh.slice(0, limit);
    const last = page.at(-1);
    const isCut = page.length < fresh.length && last !== undefined;
    return {
      deposits: await this.#deposits(views, page),
      cursor: writeCursor(isCut ? last : { block: to, index: null }),
      more: isCut || to < finalized,
    };
  }

  #logsCall(addresses: readonly string[], from: number, to: number): RpcCall {
    const [event] = encodeEventTopics({ abi: TOKEN_ABI, eventName: 'Transfer' });
    const topics = [event, null, addresses.map((address) => pad(address.toLowerCase() as Hex))];
    const filter = { address: Object.values(this.#network.tokens), topics };
    return { method: 'eth_getLogs', params: [{ ...filter, fromBlock: toQuantity(from), toBlock: toQuantity(to) }] };
  }

  async #deposits([view]: readonly View[], found: readonly LogEntry[]): Promise<readonly Deposit[]> {
    if (view === undefined || found.length === 0) return [];
    const numbers = [...new Set(found.map((each) => each.block))];
    const calls = numbers.map((each) => ({ method: 'eth_getBlockByNumber', params: [toQuantity(each), false] }));
    const times = new Map((await view.endpoint.results(calls)).map(block).map((each) => [each.number, each.timestamp]));
    return found.map((each) => ({
      id: `${each.txHash}:${each.index}`,
      hash: each.txHash,
      block: each.block,
      at: (times.get(each.block) ?? 0) * 1_000,
      from: addressIn(each.topics[1]),
      to: addressIn(each.topics[2]),
      currency: this.#currencyOf(each.address),
      amount: toUnits(BigInt(each.data)),
    }));
  }

  #currencyOf(token: string): Currency {
    const found = CURRENCIES.find((currency) => this.#network.tokens[currency].toLowerCase() === token);
    if (found === undefined) throw new Error(`${token} is none of the tokens that were asked for`);
    return found;
  }
}

/** What all endpoints answer alike. @throws {@link EndpointsDisagreeError} */
async function agreed<T>(
  views: readonly View[],
  call: RpcCall,
  read: (result: unknown) => readonly T[],
): Promise<readonly T[]> {
  const answers = await Promise.all(
    views.map(async ({ endpoint }) => (await endpoint.results([call])).map((result) => read(result))[0] ?? []),
  );
  const different = new Set(answers.map((answer) => JSON.stringify(answer, bigintAsText)));
  if (different.size > 1) throw new EndpointsDisagreeError(`endpoints answer ${call.method} differently`);
  return answers[0] ?? [];
}

function bigintAsText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}

/** In seconds, of a block that is the last final one of an endpoint. */
function timeOf(views: readonly View[], finalized: number): number {
  const view = views.find(({ heads }) => heads.finalized.number === finalized);
  if (view === undefined) throw new Error(`no endpoint ends at block ${finalized}`);
  return view.heads.finalized.timestamp;
}

function addressIn(topic: string | undefined): string {
  if (topic?.length !== 66) throw new TypeError('no address');
  return getAddress(`0x${topic.slice(-40)}`);
}

function readCursor(text: string): Cursor {
  const [, block, index] = /^(\d{1,15})(?::(\d{1,9}))?$/.exec(text) ?? [];
  if (block === undefined) throw new Error(`"${text}" is no cursor of this chain`);
  return { block: Number(block), index: index === undefined ? null : Number(index) };
}

function writeCursor({ block, index }: Cursor): string {
  return index === null ? String(block) : `${block}:${index}`;
}
