import { encodeEventTopics, encodeFunctionData, pad } from 'viem/utils';
import type { Hex } from 'viem';
import { CURRENCIES } from '@stablecoin/money';
import type { EarlierUse, EarlierUseRequest } from '../../chain';
import { EndpointsDisagreeError } from '../../rpc/agreement';
import { blockRanges } from '../../rpc/block-ranges';
import type { RpcEndpoint } from '../../rpc/rpc-endpoint';
import type { RpcPool } from '../../rpc/rpc-pool';
import { blockNumbered, logs, receipt, toQuantity } from '../../rpc/values';
import type { Block, LogEntry } from '../../rpc/values';
import { TOKEN_ABI } from '../abi';
import type { FinalReads } from '../final-reads';
import type { LatestReads } from '../latest-reads';
import { readCall, readResults } from '../multicall';
import type { ContractRead } from '../multicall';
import type { EvmNetwork } from '../network';
import { madeTransfer } from './made-transfer';
import type { Guard } from './made-transfer';
import { logsCall, readLogs } from './token-logs';

/** Calls in one request: endpoints refuse more. */
const CALLS_MAX = 50;
/** A backup older than this, in milliseconds, is not one to pay from. */
const SEARCHED_MS_MAX = 90 * 86_400_000;
const [USED] = encodeEventTopics({ abi: TOKEN_ABI, eventName: 'AuthorizationUsed' }) as [Hex];
const [CANCELED] = encodeEventTopics({ abi: TOKEN_ABI, eventName: 'AuthorizationCanceled' }) as [Hex];

/**
 * Finds the transfer that an on-chain id was used for before. The contracts that refuse a second use are asked whether there
 * was a first one, which takes one call for all payments of a turn. Only where there was, it is looked for.
 */
export class EarlierUses {
  readonly #pool: RpcPool;
  readonly #network: EvmNetwork;
  readonly #treasury: string;
  readonly #final: FinalReads;
  readonly #latest: LatestReads;

  constructor(parts: {
    readonly pool: RpcPool;
    readonly network: EvmNetwork;
    readonly treasury: string;
    readonly final: FinalReads;
    readonly latest: LatestReads;
  }) {
    this.#pool = parts.pool;
    this.#network = parts.network;
    this.#treasury = parts.treasury;
    this.#final = parts.final;
    this.#latest = parts.latest;
  }

  /** @throws Error while no majority of the configured endpoints says the same */
  async find({ onchainId, wallet, areRecordsMissing }: Omit<EarlierUseRequest, 'chain'>): Promise<EarlierUse | null> {
    const { chain, tokens } = this.#network;
    const payers = [this.#treasury, ...(wallet === null ? [] : [wallet.address])];
    const ofTokens = payers.flatMap((authorizer) => CURRENCIES.map((each) => ({ contract: tokens[each], authorizer })));
    const guards: readonly Guard[] =
      wallet === null ? ofTokens : [...ofTokens, { contract: wallet.module, authorizer: wallet.address }];
    const nonce = onchainId as Hex;
    const reads = guards.map((guard) => stateOf(guard, nonce));
    const states = areRecordsMissing ? await this.#byAll(reads) : await this.#byMajority(reads);
    const index = states.findIndex((state) => state !== null && isUsed(state));
    const guard = guards[index];
    if (guard === undefined) {
      if (!states.includes(null)) return null;
      throw new EndpointsDisagreeError(`too few endpoints of ${chain} say whether a payment was made before`);
    }
    return this.#final.agreed((finalized, endpoint) => this.#use(guard, nonce, finalized, endpoint));
  }

  #byMajority(reads: readonly ContractRead[]): Promise<readonly (Hex | null)[]> {
    return Promise.all(reads.map((read) => this.#latest.read(read)));
  }

  /** Null for what not every configured endpoint answers alike. */
  async #byAll(reads: readonly ContractRead[]): Promise<readonly (Hex | null)[]> {
    const call = readCall(this.#network.multicall, reads, 'latest');
    const said = await this.#pool.all(async (endpoint) =>
      readResults((await endpoint.results([call]))[0], reads.length),
    );
    return reads.map((_, index) => {
      const [first, ...others] = said.map(({ value }) => value[index] ?? '0x');
      const isAgreed = said.length === this.#pool.size && others.every((each) => each === first);
      return isAgreed ? (first ?? null) : null;
    });
  }

  /** What one endpoint says of a nonce that is used. */
  async #use(guard: Guard, nonce: Hex, finalized: Block, endpoint: RpcEndpoint): Promise<EarlierUse> {
    const { chain, multicall } = this.#network;
    const call = readCall(multicall, [stateOf(guard, nonce)], toQuantity(finalized.number));
    const [state = '0x'] = readResults((await endpoint.results([call]))[0], 1);
    if (!isUsed(state)) {
      return { state: 'recent', chain, since: finalized.timestamp * 1_000, isGuarded: true };
    }
    const { txHash, block, topics } = await this.#logOf(guard, nonce, finalized, endpoint);
    const [carried, found] = await endpoint.results([
      { method: 'eth_getTransactionReceipt', params: [txHash] },
      { method: 'eth_getBlockByNumber', params: [toQuantity(block), false] },
    ]);
    const at = blockNumbered(found, block).timestamp * 1_000;
    const isCanceled = topics[0] === CANCELED;
    const entries = logs(receipt(carried, txHash)?.['logs'] ?? []);
    const transfer = isCanceled ? null : madeTransfer(entries, guard, nonce, this.#network);
    if (transfer === null && !isCanceled) throw new TypeError(`transaction ${txHash} has made no transfer`);
    return { state: 'final', chain, hash: txHash, block, at, transfer };
  }

  /** Searches from the last final block backwards: what was lost is mostly recent. */
  async #logOf(
    { contract, authorizer }: Guard,
    nonce: Hex,
    { number }: Block,
    endpoint: RpcEndpoint,
  ): Promise<LogEntry> {
    const first = Math.max(0, number - Math.ceil(SEARCHED_MS_MAX / this.#network.blockMs));
    const filter = { address: [contract], topics: [[USED, CANCELED], pad(authorizer.toLowerCase() as Hex), nonce] };
    // The last range is open, and what is not final yet is not looked for.
    const ranges = blockRanges(first, number)
      .map((range) => (range.toBlock === 'latest' ? { ...range, toBlock: toQuantity(number) } : range))
      .reverse();
    for (let done = 0; done < ranges.length; done += CALLS_MAX) {
      const asked = ranges.slice(done, done + CALLS_MAX);
      const answers = await endpoint.results(asked.map((range) => logsCall(filter, range)));
      const [found] = asked.flatMap((range, index) => readLogs(answers[index], filter, range));
      if (found !== undefined) return found;
    }
    throw new TypeError(`${endpoint.name} has no log of a nonce that it calls used`);
  }
}

function stateOf({ contract, authorizer }: Guard, nonce: Hex): ContractRead {
  const args = [authorizer as Hex, nonce] as const;
  return {
    to: contract,
    data: encodeFunctionData({ abi: TOKEN_ABI, functionName: 'authorizationState', args }),
    // A wallet's module may not be there.
    mayFail: true,
  };
}

/** Empty where the contract is not there. */
function isUsed(state: Hex): boolean {
  return state !== '0x' && BigInt(state) !== 0n;
}
