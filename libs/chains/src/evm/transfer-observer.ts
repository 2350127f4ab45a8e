import { encodeEventTopics, encodeFunctionData } from 'viem/utils';
import type { Hex } from 'viem';
import type { Authorization, Observation, Submission } from '../chain';
import { TOKEN_ABI } from './abi';
import type { ChainLog } from '../chain-log';
import { readCall, readResults } from './multicall';
import type { EvmNetwork } from './network';
import { blockRanges } from '../rpc/block-ranges';
import { readViews } from '../rpc/heads';
import type { View, Views } from '../rpc/heads';
import type { RpcCall, RpcEndpoint } from '../rpc/rpc-endpoint';
import type { RpcPool } from '../rpc/rpc-pool';
import { block, logs, receiptBlock, toQuantity } from '../rpc/values';
import { authorizationNonce, validBefore } from './transfer';

/** Where a view of the chain has the transfer of an authorization. */
interface Sighting {
  readonly hash: string;
  readonly block: number;
  readonly blockHash: string;
}

/** What one endpoint says of a submission. */
interface Look {
  readonly view: View;
  /** By token and nonce. */
  readonly used: ReadonlyMap<string, Sighting>;
  /** The submission's own transaction stands in a block. */
  readonly isIncluded: boolean;
}

/** Logs are looked for from so long before the authorization on: its clock is not the chain's. */
const LOOKBACK_MS = 120_000;
/** Calls in one request: endpoints refuse more. */
const CALLS_MOST = 50;
const TIMES_MOST = 1_000;
const PROGRESS = ['included', 'confirmed', 'final'] as const;

/**
 * Finds out what became of authorizations. The token's `AuthorizationUsed` event alone says that one was carried out,
 * whoever sent it and in whatever transaction. Of several endpoints the most careful one counts; and that a transfer
 * can never happen any more is believed only when every configured one of them says so.
 */
export class TransferObserver {
  readonly #pool: RpcPool;
  readonly #network: EvmNetwork;
  readonly #treasury: string;
  readonly #log: ChainLog;
  /** Times of blocks, by hash. */
  readonly #times = new Map<string, number>();
  /** Those that are being read, by endpoint and hash. */
  readonly #askedTimes = new Map<string, Promise<number>>();
  #reading: Promise<Views> | undefined;

  constructor(parts: {
    readonly pool: RpcPool;
    readonly network: EvmNetwork;
    readonly treasury: string;
    readonly log: ChainLog;
  }) {
    this.#pool = parts.pool;
    this.#network = parts.network;
    this.#treasury = parts.treasury;
    this.#log = parts.log;
  }

  /** @throws Error when no endpoint answers, or two of them disagree: then nothing is known */
  async observe(
    submission: Submission,
    authorizations: readonly Authorization[],
    now: number,
  ): Promise<readonly Observation[]> {
    const { views, complete, finalized } = await this.#views();
    const looks = await this.#look(views, submission, authorizations);
    const isComplete = complete && looks.length === views.length;
    const impossible = isComplete ? await this.#impossible(looks, authorizations, now) : new Set<string>();
    if (!isComplete && authorizations.some(({ validUntil }) => validUntil < now)) {
      const endpoints = looks.map(({ view }) => view.endpoint.name);
      this.#log.warn({ submission: submission.hash, endpoints }, 'only these answer: what has expired cannot be told');
    }
    return Promise.all(
      authorizations.map(async (authorization): Promise<Observation> => {
        const sightings = looks.map(({ used }) => used.get(this.#keyOf(authorization)));
        if (sightings.every((each) => each !== undefined)) return this.#found(looks, sightings, finalized);
        if (sightings.some((each) => each !== undefined)) return { state: 'unknown' };
        const final = impossible.has(authorization.id);
        if (looks.every(({ isIncluded }) => isIncluded)) return { state: 'reverted', hash: submission.hash, final };
        return { state: final ? 'expired' : 'unknown' };
      }),
    );
  }

  /** Many submissions are looked at side by side: they share one look at the heads. */
  #views(): Promise<Views> {
    this.#reading ??= readViews(this.#pool).finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #look(
    views: readonly View[],
    { hash }: Submission,
    authorizations: readonly Authorization[],
  ): Promise<readonly Look[]> {
    const calls = this.#logCalls(views, authorizations);
    const settled = await Promise.allSettled(
      views.map(async (view): Promise<Look> => {
        const [receipt] = await view.endpoint.results([{ method: 'eth_getTransactionReceipt', params: [hash] }]);
        const used = new Map<string, Sighting>();
        for (let done = 0; done < calls.length; done += CALLS_MOST) {
          const answers = await view.endpoint.results(calls.slice(done, done + CALLS_MOST));
          for (const { address, topics, txHash, block: number, blockHash } of answers.flatMap(logs)) {
            used.set(`${address}.${topics[2] ?? ''}`, { hash: txHash, block: number, blockHash });
          }
        }
        return { view, used, isIncluded: receiptBlock(receipt) !== null };
      }),
    );
    const looks = settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    if (looks.length > 0) return looks;
    throw settled.find((each) => each.status === 'rejected')?.reason;
  }

  /** For everything since the first of them was authorized, in as many calls as that takes. */
  #logCalls(views: readonly View[], authorizations: readonly Authorization[]): readonly RpcCall[] {
    const { blockMs, tokens } = this.#network;
    const since = Math.min(...authorizations.map(({ authorizedAt }) => authorizedAt)) - LOOKBACK_MS;
    const from = Math.min(
      ...views.map(({ heads: { latest } }) => latest.number - Math.ceil((latest.timestamp * 1_000 - since) / blockMs)),
    );
    const [event, authorizer] = encodeEventTopics({
      abi: TOKEN_ABI,
      eventName: 'AuthorizationUsed',
      args: { authorizer: this.#treasury as Hex },
    });
    const nonces = authorizations.map((each) => authorizationNonce(each));
    const filter = { address: Object.values(tokens), topics: [event, authorizer, nonces] };
    const latest = Math.max(...views.map(({ heads }) => heads.latest.number));
    return blockRanges(from, latest).map((range) => ({ method: 'eth_getLogs', params: [{ ...filter, ...range }] }));
  }

  /** As far as the slowest of the endpoints has come. */
  async #found(looks: readonly Look[], sightings: readonly Sighting[], finalized: number): Promise<Observation> {
    const progress = sightings.map((sighting, place) => this.#progressOf(sighting, looks[place]?.view, finalized));
    const least = Math.min(...progress);
    const place = progress.indexOf(least);
    const [look, sighting] = [looks[place], sightings[place]];
    const state = PROGRESS[least];
    if (look === undefined || sighting === undefined || state === undefined) throw new Error('nothing was sighted');
    const at = await this.#timeOf(look.view, sighting);
    return { state, hash: sighting.hash, block: sighting.block, at };
  }

  /** A place in {@link PROGRESS}. */
  #progressOf(sighting: Sighting, view: View | undefined, finalized: number): number {
    if (sighting.block <= finalized) return 2;
    if (this.#network.confirmedAt === 'latest') return 1;
    return view !== undefined && sighting.block <= view.heads.safe.number ? 1 : 0;
  }

  /**
   * Those that no block to come can hold any more: the validity is over at a final block, and after that was seen,
   * the token said that at this block it was not used (protocol rule 18).
   */
  async #impossible(
    looks: readonly Look[],
    authorizations: readonly Authorization[],
    now: number,
  ): Promise<ReadonlySet<string>> {
    const passed = Math.min(...looks.map(({ view }) => view.heads.finalized.timestamp));
    const over = authorizations.filter(
      (authorization) =>
        now > authorization.validUntil &&
        passed >= validBefore(authorization) &&
        looks.every(({ used }) => !used.has(this.#keyOf(authorization))),
    );
    if (over.length === 0) return new Set();
    const reads = over.map((authorization) => ({
      to: this.#network.tokens[authorization.currency],
      data: encodeFunctionData({
        abi: TOKEN_ABI,
        functionName: 'authorizationState',
        args: [this.#treasury as Hex, authorizationNonce(authorization)],
      }),
    }));
    const impossible = new Set(over.map(({ id }) => id));
    for (const { view } of looks) {
      // At this endpoint's own final block, which was seen to be past the validity.
      const at = toQuantity(view.heads.finalized.number);
      const [result] = await view.endpoint.results([readCall(this.#network.multicall, reads, at)]);
      for (const [place, value] of readResults(result).entries()) {
        const { id } = over[place] ?? { id: '' };
        if (BigInt(value) === 0n || !impossible.delete(id)) continue;
        this.#log.error(
          { payment: id, endpoint: view.endpoint.name },
          'an authorization is used, by no event it knows',
        );
      }
    }
    return impossible;
  }

  /** All that stands in one block asks for its time at once: one look is enough for them. */
  #timeOf({ endpoint }: View, sighting: Sighting): Promise<number> {
    const known = this.#times.get(sighting.blockHash);
    if (known !== undefined) return Promise.resolve(known);
    const asked = `${endpoint.name}.${sighting.blockHash}`;
    const underWay = this.#askedTimes.get(asked);
    if (underWay !== undefined) return underWay;
    const reading = this.#readTime(endpoint, sighting).finally(() => this.#askedTimes.delete(asked));
    this.#askedTimes.set(asked, reading);
    return reading;
  }

  async #readTime(endpoint: RpcEndpoint, { block: number, blockHash }: Sighting): Promise<number> {
    const [found] = await endpoint.results([{ method: 'eth_getBlockByNumber', params: [toQuantity(number), false] }]);
    const { hash, timestamp } = block(found);
    const at = timestamp * 1_000;
    if (hash === blockHash) this.#times.set(blockHash, at);
    const [oldest] = this.#times.keys();
    if (this.#times.size > TIMES_MOST && oldest !== undefined) this.#times.delete(oldest);
    return at;
  }

  #keyOf(authorization: Authorization): string {
    return `${this.#network.tokens[authorization.currency].toLowerCase()}.${authorizationNonce(authorization)}`;
  }
}
