import type { Hex } from 'viem';
import { CURRENCIES } from '@stablecoin/contracts';
import type { EarlierUse, EarlierUseRequest } from '../../past-transfers';
import { EndpointsDisagreeError } from '../../rpc/agreement';
import { EndpointLimitError } from '../../rpc/endpoint-limit';
import type { RpcEndpoint } from '../../rpc/rpc-endpoint';
import type { RpcPool } from '../../rpc/rpc-pool';
import { blockNumbered, logs, receipt, toQuantity } from '../../rpc/values';
import type { Block, LogEntry } from '../../rpc/values';
import type { FinalReads } from '../final-reads';
import type { LatestReads } from '../latest-reads';
import { readCall, readResults } from '../multicall';
import type { ContractRead } from '../multicall';
import type { EvmNetwork } from '../network';
import { authorizationNonce } from '../transfer';
import { madeTransfer } from './made-transfer';
import { guardedNonce, isCancellation, isUsed, readStates, stateRead, statesCall } from './use-finder';
import type { GuardedNonce, UseFinder } from './use-finder';

const DAY_MS = 86_400_000;
/** A backup that is older is not one to pay from. */
const SEARCHED_MS_MAX = 90 * DAY_MS;

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
  readonly #uses: UseFinder;

  constructor(parts: {
    readonly pool: RpcPool;
    readonly network: EvmNetwork;
    readonly treasury: string;
    readonly final: FinalReads;
    readonly latest: LatestReads;
    readonly uses: UseFinder;
  }) {
    this.#pool = parts.pool;
    this.#network = parts.network;
    this.#treasury = parts.treasury;
    this.#final = parts.final;
    this.#latest = parts.latest;
    this.#uses = parts.uses;
  }

  /** @throws Error while no majority of the configured endpoints says the same */
  async find({
    onchainId,
    currency,
    wallet,
    areRecordsMissing,
  }: Omit<EarlierUseRequest, 'chain'>): Promise<EarlierUse | null> {
    const { chain, tokens } = this.#network;
    const payers = [this.#treasury, ...(wallet === null ? [] : [wallet.address])];
    const ofTokens = payers.flatMap((authorizer) => CURRENCIES.map((each) => ({ contract: tokens[each], authorizer })));
    const guards = wallet === null ? ofTokens : [...ofTokens, { contract: wallet.module, authorizer: wallet.address }];
    const nonce = typeof onchainId === 'string' ? (onchainId as Hex) : authorizationNonce({ id: onchainId.hashOf });
    const nonces = guards.map((guard) => guardedNonce(guard, nonce));
    const reads = nonces.map(stateRead);
    const states = areRecordsMissing ? await this.#byAll(reads) : await this.#byMajority(reads);
    const used = nonces[states.findIndex((state) => state !== null && isUsed(state) === true)];
    if (used === undefined) {
      if (!states.includes(null)) return null;
      throw new EndpointsDisagreeError(`too few endpoints of ${chain} say whether a payment was made before`);
    }
    // A wallet has two guards, and each token has one: only the same one refuses the payment that asks.
    const isGuarded = wallet === null && used.contract === tokens[currency];
    return this.#final.agreed((finalized, endpoint) => this.#use({ ...used, isGuarded }, finalized, endpoint));
  }

  #byMajority(reads: readonly ContractRead[]): Promise<readonly (Hex | null)[]> {
    return Promise.all(reads.map((read) => this.#latest.read(read)));
  }

  /** A majority says that a nonce is used, and every configured endpoint that it is not. Null for what too few say. */
  async #byAll(reads: readonly ContractRead[]): Promise<readonly (Hex | null)[]> {
    const call = readCall(this.#network.multicall, reads, 'latest');
    const said = await this.#pool.all(async (endpoint) =>
      readResults((await endpoint.results([call]))[0], reads.length),
    );
    return reads.map((_, index) => {
      const states = said.map(({ value }) => value[index] ?? '0x');
      const used = states.filter((state) => isUsed(state) === true);
      if (used.length >= this.#pool.majority) return used[0] ?? null;
      const [first, ...others] = states;
      const isAgreed = states.length === this.#pool.size && others.every((each) => each === first);
      return isAgreed ? (first ?? null) : null;
    });
  }

  /** What one endpoint says of a nonce that is used. */
  async #use(
    { isGuarded, ...nonce }: GuardedNonce & { readonly isGuarded: boolean },
    finalized: Block,
    endpoint: RpcEndpoint,
  ): Promise<EarlierUse> {
    const { chain, multicall } = this.#network;
    const [state] = await endpoint.batch([statesCall(multicall, [nonce], toQuantity(finalized.number))]);
    const at = finalized.timestamp * 1_000;
    // A node may have pruned the state of the final block. Then the log decides.
    const isFinal = state?.ok !== true || readStates(state.result, 1)[0] === true;
    if (!isFinal) return { state: 'recent', chain, since: at, isGuarded };
    // By days, so that most searches ask for a time that is known.
    const since = Math.floor((at - SEARCHED_MS_MAX) / DAY_MS) * DAY_MS;
    const entry = (await this.#uses.find(endpoint, [nonce], { last: finalized, since })).get(nonce.key);
    if (entry === undefined) {
      throw new EndpointLimitError(
        endpoint,
        'calls a nonce used, and has shown no log of that yet. The search continues. Where it does not end, name one that keeps old states or takes longer ranges in eth_getLogs',
      );
    }
    return this.#useAt(endpoint, nonce, entry);
  }

  async #useAt(endpoint: RpcEndpoint, nonce: GuardedNonce, entry: LogEntry): Promise<EarlierUse> {
    const { txHash: hash, block } = entry;
    const [carried, found] = await endpoint.results([
      { method: 'eth_getTransactionReceipt', params: [hash] },
      { method: 'eth_getBlockByNumber', params: [toQuantity(block), false] },
    ]);
    const at = blockNumbered(found, block).timestamp * 1_000;
    const isCanceled = isCancellation(entry);
    const entries = logs(receipt(carried, hash)?.['logs'] ?? []);
    const transfer = isCanceled ? null : madeTransfer(entries, nonce, nonce.nonce, this.#network);
    if (transfer === null && !isCanceled) throw new TypeError(`transaction ${hash} has made no transfer`);
    return { state: 'final', chain: this.#network.chain, hash, block, at, transfer };
  }
}
