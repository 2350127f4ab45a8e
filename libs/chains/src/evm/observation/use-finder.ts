import { encodeEventTopics, pad } from 'viem/utils';
import type { Hex } from 'viem';
import { NoAnswerError } from '../../rpc/rpc-endpoint';
import type { RpcCall, RpcEndpoint } from '../../rpc/rpc-endpoint';
import { CALLS_MAX } from '../../rpc/sizes-taken';
import { findTurn } from '../../rpc/turn';
import { toQuantity } from '../../rpc/values';
import type { Block, LogEntry } from '../../rpc/values';
import { TOKEN_ABI } from '../abi';
import type { BlocksByTime } from '../blocks-by-time';
import type { BlockRange, LogFilter, LogReader } from '../log-reader';
import { readCall, readResults } from '../multicall';
import type { ContractRead } from '../multicall';
import { addressWord, bytesWord, callOf, selectorOf } from '../words';
import type { Guard } from './made-transfer';

/** A nonce of an account, at the contract that takes it once. */
export interface GuardedNonce extends Guard {
  readonly nonce: Hex;
  /** Identifies the nonce, as {@link keyOfUse} does its use. */
  readonly key: string;
}

/** Where the log of a use was found, and down to which block it was looked for in vain. */
interface Search {
  readonly places: Map<string, number>;
  readonly searchedTo: Map<string, number>;
}

/** Calls for logs that are made before the states of the contracts are searched instead. */
const DIRECT_CALLS_MAX = 10;
/** Requests for logs of one search, of a node that has no old states. Later searches continue where it ends. */
const REQUESTS_MAX = 20;
/** Searches in vain, after which no further nonce is searched for. */
const MISSES_MAX = 3;
const KEPT_MAX = 10_000;
const AUTHORIZATION_STATE = selectorOf(TOKEN_ABI, 'authorizationState');
const [USED] = encodeEventTopics({ abi: TOKEN_ABI, eventName: 'AuthorizationUsed' }) as [Hex];
const [CANCELED] = encodeEventTopics({ abi: TOKEN_ABI, eventName: 'AuthorizationCanceled' }) as [Hex];

export function guardedNonce({ contract, authorizer }: Guard, nonce: Hex): GuardedNonce {
  const key = `${contract.toLowerCase()}.${pad(authorizer.toLowerCase() as Hex)}.${nonce.toLowerCase()}`;
  return { contract, authorizer, nonce, key };
}

/** Identifies the nonce that a log is about; undefined for a log of anything else. */
export function keyOfUse({ address, topics: [event, authorizer, nonce] }: LogEntry): string | undefined {
  if ((event !== USED && event !== CANCELED) || authorizer === undefined || nonce === undefined) return undefined;
  return `${address}.${authorizer}.${nonce}`;
}

/** Whether a log says that the account has canceled the nonce, so that nothing was transferred. */
export function isCancellation({ topics: [event] }: LogEntry): boolean {
  return event === CANCELED;
}

/** Asks a contract whether a nonce is used. */
export function stateRead({ contract, authorizer, nonce }: GuardedNonce): ContractRead {
  const data = callOf(AUTHORIZATION_STATE, [addressWord(authorizer), bytesWord(nonce)]);
  // A wallet's module may not be there.
  return { to: contract, data, mayFail: true };
}

/** Whether a nonce is used, by the answer to {@link stateRead}; undefined where the contract does not say. */
export function isUsed(state: Hex): boolean | undefined {
  return state === '0x' ? undefined : BigInt(state) !== 0n;
}

/** The call that asks the contracts which of these nonces are used, at a block. */
export function statesCall(multicall: string, nonces: readonly GuardedNonce[], block: string): RpcCall {
  return readCall(multicall, nonces.map(stateRead), block);
}

/** The answer to {@link statesCall}, for each {@link isUsed}. @throws Error when something else was answered */
export function readStates(result: unknown, length: number): readonly (boolean | undefined)[] {
  return readResults(result, length).map(isUsed);
}

/**
 * Finds the logs of nonces that are used, at one endpoint. A short range is read. In a long one the block is searched by
 * the contract's state, which takes a few dozen calls for months. Where a node has no states of that time the logs are read
 * backwards, a bounded number of requests at a time.
 */
export class UseFinder {
  readonly #multicall: string;
  readonly #logs: LogReader;
  readonly #blocks: BlocksByTime;
  readonly #searches = new WeakMap<RpcEndpoint, Search>();

  constructor(parts: { readonly multicall: string; readonly logs: LogReader; readonly blocks: BlocksByTime }) {
    this.#multicall = parts.multicall;
    this.#logs = parts.logs;
    this.#blocks = parts.blocks;
  }

  /**
   * @param nonces - those that the endpoint calls used
   * @param range - `last`: a block of the endpoint, up to which they are looked for; `since`: from which time on, in
   * milliseconds since the epoch
   * @returns the logs that were found, by {@link GuardedNonce.key}
   * @throws Error when the endpoint gives no answer, or refuses
   */
  async find(
    endpoint: RpcEndpoint,
    nonces: readonly GuardedNonce[],
    { last, since }: { readonly last: Block; readonly since: number },
  ): Promise<ReadonlyMap<string, LogEntry>> {
    const found = new Map<string, LogEntry>();
    const search = this.#searchAt(endpoint);
    const missing = (): readonly GuardedNonce[] => nonces.filter(({ key }) => !found.has(key));
    const read = async (range: BlockRange): Promise<void> => {
      const entries = await this.#logs.read(endpoint, filterOf(missing()), range);
      for (const entry of entries) {
        const key = keyOfUse(entry);
        if (key === undefined) continue;
        found.set(key, entry);
        remember(search.places, key, entry.block);
      }
    };
    const places = nonces.flatMap(({ key }) => search.places.get(key) ?? []);
    for (const place of new Set(places)) if (missing().length > 0) await read({ from: place, to: place });
    if (missing().length === 0) return found;

    const { number: from } = await this.#blocks.firstSince(endpoint, since, last);
    const blocks = last.number - from + 1;
    if (blocks <= DIRECT_CALLS_MAX * this.#logs.blocksOfCall(endpoint)) {
      await read({ from, to: last.number });
      return found;
    }
    for (let misses = 0; misses < MISSES_MAX;) {
      const [next] = missing().slice(misses);
      if (next === undefined) break;
      await this.#findOne(endpoint, next, { from, to: last.number }, async (range) => {
        await read(range);
        return found.has(next.key);
      });
      if (!found.has(next.key)) misses += 1;
    }
    return found;
  }

  /** @param read - whether the log is in a range */
  async #findOne(
    endpoint: RpcEndpoint,
    nonce: GuardedNonce,
    { from, to }: BlockRange,
    read: (range: BlockRange) => Promise<boolean>,
  ): Promise<void> {
    const within = this.#logs.blocksOfCall(endpoint);
    const turn = await findTurn({ high: to, lowest: from, within }, (number) =>
      this.#isUsedAt(endpoint, nonce, number),
    );
    if ((await read({ from: turn.low + 1, to: turn.high })) || turn.isExact) return;
    // Nothing is known of the states below: the logs are read.
    const { searchedTo } = this.#searchAt(endpoint);
    const { key } = nonce;
    let below = Math.min(turn.low, (searchedTo.get(key) ?? Infinity) - 1);
    for (let requests = 0; requests < REQUESTS_MAX && below >= from; requests++) {
      const first = Math.max(from, below - CALLS_MAX * this.#logs.blocksOfCall(endpoint) + 1);
      if (await read({ from: first, to: below })) return;
      remember(searchedTo, key, first);
      below = first - 1;
    }
    // It was nowhere: blocks may have been replaced.
    if (below < from) searchedTo.delete(key);
  }

  /** Undefined where the endpoint has no state of the block. */
  async #isUsedAt(endpoint: RpcEndpoint, nonce: GuardedNonce, block: number): Promise<boolean | undefined> {
    try {
      const [result] = await endpoint.results([statesCall(this.#multicall, [nonce], toQuantity(block))]);
      return readStates(result, 1)[0];
    } catch (error) {
      if (error instanceof NoAnswerError) throw error;
      // It refuses; or there was no Multicall3 then.
      return undefined;
    }
  }

  #searchAt(endpoint: RpcEndpoint): Search {
    const known = this.#searches.get(endpoint) ?? { places: new Map(), searchedTo: new Map() };
    this.#searches.set(endpoint, known);
    return known;
  }
}

function filterOf(nonces: readonly GuardedNonce[]): LogFilter {
  const contracts = new Set(nonces.map(({ contract }) => contract));
  const authorizers = new Set(nonces.map(({ authorizer }) => pad(authorizer.toLowerCase() as Hex)));
  return {
    address: [...contracts],
    topics: [[USED, CANCELED], [...authorizers], nonces.map(({ nonce }) => nonce)],
  };
}

function remember(kept: Map<string, number>, key: string, block: number): void {
  kept.set(key, block);
  const [oldest] = kept.keys();
  if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
}
