import { CURRENCIES, toUnits } from '@stablecoin/money';
import type { Currency } from '@stablecoin/money';
import { encodeEventTopics, encodeFunctionData, getAddress, pad } from 'viem/utils';
import type { Hex } from 'viem';
import type { AddressFlags, Balances, Deposit, Deposits } from '../../chain';
import { ORACLE_ABI, TOKEN_ABI } from '../abi';
import type { FinalReads } from '../final-reads';
import type { LogFilter, LogReader } from '../log-reader';
import { readCall, readResults } from '../multicall';
import type { EvmNetwork } from '../network';
import type { RpcEndpoint } from '../../rpc/rpc-endpoint';
import { blockNumbered, toQuantity } from '../../rpc/values';
import type { LogEntry } from '../../rpc/values';

/** Addresses that are named in a question for logs: endpoints refuse more. */
const ADDRESSES_MAX = 1_000;
/** Blocks of one page: `named` where addresses are named, `all` where every transfer of the tokens is asked for. */
const PAGE_BLOCKS = { named: 1_000, all: 50 };
/** Reads of one call. */
const READS_MAX = 1_000;

/** How far deposits were read: all of a block, or up to one of its logs. As text: `120`, `120:3`. */
interface Cursor {
  readonly block: number;
  readonly index: number | null;
}

/**
 * What addresses hold and receive, at finality only, and as a majority of the configured endpoints says it (protocol
 * rule 29).
 */
export class AccountReader {
  readonly #final: FinalReads;
  readonly #network: EvmNetwork;
  readonly #logs: LogReader;

  constructor(parts: { readonly final: FinalReads; readonly network: EvmNetwork; readonly logs: LogReader }) {
    this.#final = parts.final;
    this.#network = parts.network;
    this.#logs = parts.logs;
  }

  async balances(addresses: readonly string[]): Promise<Balances> {
    const asked = addresses.flatMap((address) => CURRENCIES.map((currency) => ({ address, currency })));
    const reads = asked.map(({ address, currency }) => ({
      to: this.#network.tokens[currency],
      data: encodeFunctionData({ abi: TOKEN_ABI, functionName: 'balanceOf', args: [address as Hex] }),
    }));
    return this.#final.agreed(async (finalized, endpoint) => {
      const amounts: bigint[] = [];
      for (let done = 0; done < reads.length; done += READS_MAX) {
        const some = reads.slice(done, done + READS_MAX);
        const call = readCall(this.#network.multicall, some, toQuantity(finalized.number));
        amounts.push(...readResults((await endpoint.results([call]))[0], some.length).map((value) => BigInt(value)));
      }
      return {
        cursor: writeCursor({ block: finalized.number, index: null }),
        at: finalized.timestamp * 1_000,
        balances: asked.map((each, place) => ({ ...each, amount: toUnits(amounts[place] ?? 0n) })),
      };
    });
  }

  /** What the sanctions oracle and the tokens' blocklists say about an address. */
  async flags(address: string): Promise<AddressFlags> {
    const { sanctionsOracle: oracle, tokens, multicall } = this.#network;
    const args = [address as Hex] as const;
    const reads = [
      ...CURRENCIES.map((currency) => ({
        to: tokens[currency],
        data: encodeFunctionData({ abi: TOKEN_ABI, functionName: 'isBlacklisted', args }),
      })),
      ...(oracle === null
        ? []
        : [{ to: oracle, data: encodeFunctionData({ abi: ORACLE_ABI, functionName: 'isSanctioned', args }) }]),
    ];
    return this.#final.agreed(async (finalized, endpoint) => {
      const call = readCall(multicall, reads, toQuantity(finalized.number));
      const said = readResults((await endpoint.results([call]))[0], reads.length).map(flagIn);
      const listed = said[CURRENCIES.length];
      return {
        state: `block ${finalized.number}`,
        oracle: oracle === null || listed === undefined ? null : { contract: oracle, isSanctioned: listed },
        issuers: CURRENCIES.map((currency, place) => ({
          currency,
          token: tokens[currency],
          isBlocked: said[place] === true,
        })),
      };
    });
  }

  /** Few addresses are named in the question; of many, every transfer of the tokens is asked for, and looked at here. */
  async deposits(addresses: readonly string[], after: string, limit: number): Promise<Deposits> {
    const cursor = readCursor(after);
    const from = cursor.index === null ? cursor.block + 1 : cursor.block;
    const areMany = addresses.length > ADDRESSES_MAX;
    const filter = this.#filterOf(areMany ? null : addresses);
    const topics = new Set<string>(addresses.map(topicOf));
    return this.#final.agreed(async (finalized, endpoint): Promise<Deposits> => {
      const to = Math.min(finalized.number, from + (areMany ? PAGE_BLOCKS.all : PAGE_BLOCKS.named) - 1);
      if (to < from || addresses.length === 0) return { deposits: [], cursor: after, more: false };
      const entries = await this.#logs.read(endpoint, filter, { from, to });
      const found = entries.filter((each) => topics.has(each.topics[2] ?? ''));
      const fresh = found.filter((each) => each.block > cursor.block || each.index > (cursor.index ?? -1));
      const page = fresh.slice(0, limit);
      const last = page.at(-1);
      const isCut = page.length < fresh.length && last !== undefined;
      return {
        deposits: await this.#deposits(endpoint, page),
        cursor: writeCursor(isCut ? last : { block: to, index: null }),
        more: isCut || to < finalized.number,
      };
    });
  }

  /** @param addresses - null: any */
  #filterOf(addresses: readonly string[] | null): LogFilter {
    const [event] = encodeEventTopics({ abi: TOKEN_ABI, eventName: 'Transfer' }) as [Hex];
    const topics = [event, null, addresses?.map(topicOf) ?? null];
    return { address: Object.values(this.#network.tokens), topics };
  }

  async #deposits(endpoint: RpcEndpoint, found: readonly LogEntry[]): Promise<readonly Deposit[]> {
    if (found.length === 0) return [];
    const numbers = [...new Set(found.map((each) => each.block))];
    const calls = numbers.map((each) => ({ method: 'eth_getBlockByNumber', params: [toQuantity(each), false] }));
    const answers = await endpoint.results(calls);
    const blocks = new Map(numbers.map((number, place) => [number, blockNumbered(answers[place], number)]));
    return found.map((each) => {
      const block = blocks.get(each.block);
      if (block?.hash !== each.blockHash) throw new TypeError('a log of another block than it names');
      return {
        id: `${each.txHash}:${each.index}`,
        hash: each.txHash,
        block: each.block,
        at: block.timestamp * 1_000,
        from: addressIn(each.topics[1]),
        to: addressIn(each.topics[2]),
        currency: this.#currencyOf(each.address),
        amount: toUnits(BigInt(each.data)),
      };
    });
  }

  #currencyOf(token: string): Currency {
    const found = CURRENCIES.find((currency) => this.#network.tokens[currency].toLowerCase() === token);
    if (found === undefined) throw new Error(`${token} is none of the tokens that were asked for`);
    return found;
  }
}

/** A contract that is not there answers with nothing, which is not "no". */
function flagIn(result: Hex): boolean {
  if (result.length !== 66) throw new TypeError('a contract gives no flag: is there one at its address?');
  return BigInt(result) !== 0n;
}

function topicOf(address: string): Hex {
  return pad(address.toLowerCase() as Hex);
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
