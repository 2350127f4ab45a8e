import { CURRENCIES, toUnits } from '@stablecoin/contracts';
import type { Currency } from '@stablecoin/contracts';
import { encodeEventTopics, encodeFunctionData, getAddress, pad } from 'viem/utils';
import type { Hex } from 'viem';
import type {
  AddressFlags,
  Balances,
  Deposit,
  DepositSender,
  Deposits,
  DepositsRequest,
  SetAside,
  SetAsideAnswer,
  SetAsideRequest,
} from '../../accounts';
import { ORACLE_ABI, TOKEN_ABI } from '../abi';
import type { FinalReads } from '../final-reads';
import type { LogFilter, LogReader } from '../log-reader';
import { readCall, readResults } from '../multicall';
import type { EvmNetwork } from '../network';
import { transferredAmount } from '../token-transfer';
import type { RpcEndpoint } from '../../rpc/rpc-endpoint';
import { blockNumbered, logs, receipt, record, toQuantity } from '../../rpc/values';
import type { LogEntry } from '../../rpc/values';
import { NOBODY } from '../wallets/contracts';
import { mintSender, readMessages } from './mint-senders';

/** Addresses that are named in a question for logs: endpoints refuse more. */
const ADDRESSES_MAX = 1_000;
/** Blocks of one page: `named` where addresses are named, `all` where every transfer of the tokens is asked for. */
const PAGE_BLOCKS = { named: 1_000, all: 50 };
/** Reads of one call. */
const READS_MAX = 1_000;

const UNREADABLE = 'a log of the token has a form that is not known';

/** A log, and what it moves; null where it cannot be read. */
interface Read {
  readonly log: LogEntry;
  readonly amount: bigint | null;
}

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
  async deposits({ addresses, after, limit, mintSenders = false }: Omit<DepositsRequest, 'chain'>): Promise<Deposits> {
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
      const fresh = readable(found).filter(({ log }) => log.block > cursor.block || log.index > (cursor.index ?? -1));
      const page = fresh.slice(0, limit);
      const last = page.at(-1)?.log;
      const isCut = page.length < fresh.length && last !== undefined;
      return {
        deposits: await this.#deposits(endpoint, page, mintSenders),
        ...setAsideOf(page),
        cursor: writeCursor(isCut ? last : { block: to, index: null }),
        more: isCut || to < finalized.number,
      };
    });
  }

  /** What transactions that were set aside have brought, as far as they can be read by now. */
  async setAside({
    addresses,
    transactions: asked,
    mintSenders = false,
  }: Omit<SetAsideRequest, 'chain'>): Promise<SetAsideAnswer> {
    const topics = new Set<string>(addresses.map(topicOf));
    const {
      address: tokens,
      topics: [event],
    } = this.#filterOf(null);
    const contracts = new Set(tokens.map((each) => each.toLowerCase()));
    const calls = asked.map(({ hash }) => ({ method: 'eth_getTransactionReceipt', params: [hash] }));
    return this.#final.agreed(async (_, endpoint) => {
      const answers = await endpoint.results(calls);
      const found = asked.flatMap(({ hash }, place) =>
        logs(record(receipt(answers[place], hash))['logs']).filter(
          (each) => contracts.has(each.address) && each.topics[0] === event && topics.has(each.topics[2] ?? ''),
        ),
      );
      const read = readable(found);
      return { deposits: await this.#deposits(endpoint, read, mintSenders), ...setAsideOf(read) };
    });
  }

  /** @param addresses - null: any */
  #filterOf(addresses: readonly string[] | null): LogFilter {
    const [event] = encodeEventTopics({ abi: TOKEN_ABI, eventName: 'Transfer' }) as [Hex];
    const topics = [event, null, addresses?.map(topicOf) ?? null];
    return { address: Object.values(this.#network.tokens), topics };
  }

  async #deposits(endpoint: RpcEndpoint, read: readonly Read[], mintSenders: boolean): Promise<readonly Deposit[]> {
    const found = read.flatMap(({ log, amount }) => (amount === null ? [] : [{ log, amount }]));
    if (found.length === 0) return [];
    const numbers = [...new Set(found.map(({ log }) => log.block))];
    const calls = numbers.map((each) => ({ method: 'eth_getBlockByNumber', params: [toQuantity(each), false] }));
    const answers = await endpoint.results(calls);
    const blocks = new Map(numbers.map((number, place) => [number, blockNumbered(answers[place], number)]));
    const senderOf = await this.#senders(endpoint, mintSenders ? found.map(({ log }) => log) : []);
    return found.map(({ log, amount }) => {
      const block = blocks.get(log.block);
      if (block?.hash !== log.blockHash) throw new TypeError('a log of another block than it names');
      return {
        id: `${log.txHash}:${log.index}`,
        hash: log.txHash,
        block: log.block,
        at: block.timestamp * 1_000,
        from: addressIn(log.topics[1]),
        to: addressIn(log.topics[2]),
        sender: senderOf(log),
        currency: this.#currencyOf(log.address),
        amount: toUnits(amount),
      };
    });
  }

  /** @param read - logs whose senders are looked up, where they are of money that was made */
  async #senders(endpoint: RpcEndpoint, read: readonly LogEntry[]): Promise<(log: LogEntry) => DepositSender | null> {
    const { cctp } = this.#network;
    const blocks = read.filter(isMint).map(({ block }) => block);
    const messages = cctp === null ? [] : await readMessages(endpoint, this.#logs, cctp, blocks);
    return (log) => {
      const address = isMint(log) ? cctp && mintSender(log, messages, cctp) : addressIn(log.topics[1]);
      return address === null ? null : { address, account: null };
    };
  }

  #currencyOf(token: string): Currency {
    const found = CURRENCIES.find((currency) => this.#network.tokens[currency].toLowerCase() === token);
    if (found === undefined) throw new Error(`${token} is none of the tokens that were asked for`);
    return found;
  }
}

/**
 * Logs with what they say. A transaction with one that cannot be read is set aside whole, at its first such log: it is read
 * again as a whole.
 */
function readable(found: readonly LogEntry[]): readonly Read[] {
  const read = found.map((log): Read => ({ log, amount: transferredAmount(log) }));
  const unread = new Map(
    read
      .filter(({ amount }) => amount === null)
      .map(({ log }) => [log.txHash, log] as const)
      .toReversed(),
  );
  return read.flatMap(({ log, amount }) => {
    const first = unread.get(log.txHash);
    if (first === undefined) return [{ log, amount }];
    return first === log ? [{ log, amount: null }] : [];
  });
}

function setAsideOf(read: readonly Read[]): Pick<Deposits, 'setAside'> {
  const setAside = read.flatMap(({ log, amount }): readonly SetAside[] =>
    amount === null ? [{ hash: log.txHash, block: log.block, reason: UNREADABLE }] : [],
  );
  return setAside.length === 0 ? {} : { setAside };
}

function isMint({ topics }: LogEntry): boolean {
  return addressIn(topics[1]) === NOBODY;
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
