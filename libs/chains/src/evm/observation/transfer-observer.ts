import type { Authorization, Observation, Submission } from '../../transfers';
import type { ChainLog } from '../../chain-log';
import type { EvmNetwork } from '../network';
import { EndpointsDisagreeError, agreement } from '../../rpc/agreement';
import type { EndpointAnswer } from '../../rpc/agreement';
import { readViews } from '../../rpc/heads';
import type { View, Views } from '../../rpc/heads';
import type { RpcPool } from '../../rpc/rpc-pool';
import { logs, receipt, toQuantity } from '../../rpc/values';
import type { Block } from '../../rpc/values';
import { BlockTimes } from './block-times';
import { lookAt } from './endpoint-look';
import type { EndpointLook, Sighting } from './endpoint-look';
import { madeTransfer } from './made-transfer';
import { guardedNonce, readStates, statesCall } from './use-finder';
import type { GuardedNonce, UseFinder } from './use-finder';
import { authorizationNonce, guardOf, treasuryIn, validBefore } from '../transfer';

/** What one endpoint says of a submission, and how far it has come. */
interface Look extends EndpointLook {
  readonly view: View;
}

/** What the looks say together, and whether an endpoint that was not heard might change it. */
interface Seen {
  readonly observations: readonly Observation[];
  readonly isDecided: boolean;
}

/** How long before the authorization the search for logs starts, in milliseconds: the clocks may differ. */
const LOOKBACK_MS = 120_000;
/** Times are searched in steps of this, so that most looks ask for one that is known. */
const STEP_MS = 60_000;
const DISPUTED = { state: 'unknown', isDisputed: true } as const;

interface TransferObserverParts {
  readonly pool: RpcPool;
  readonly network: EvmNetwork;
  readonly treasury: string;
  readonly log: ChainLog;
  readonly uses: UseFinder;
}

/**
 * Finds out what became of authorizations. The `AuthorizationUsed` event of the token, or of the module that keeps a
 * wallet's limit, alone says that one was carried out, whoever sent it and in whatever transaction. It counts when a majority of the configured endpoints has it in the same
 * block; and that a transfer can never happen any more, when all of them say so (protocol rule 29).
 */
export class TransferObserver {
  readonly #pool: RpcPool;
  readonly #network: EvmNetwork;
  readonly #treasury: string;
  readonly #log: ChainLog;
  readonly #times: BlockTimes;
  readonly #reading = new Map<'majority' | 'all', Promise<Views>>();
  /** Hashed once for each look, which asks for them many times. */
  readonly #nonces = new WeakMap<Authorization, GuardedNonce>();
  readonly #parts: TransferObserverParts;

  constructor(parts: TransferObserverParts) {
    this.#parts = parts;
    this.#pool = parts.pool;
    this.#network = parts.network;
    this.#treasury = parts.treasury;
    this.#log = parts.log;
    this.#times = new BlockTimes(parts.pool);
  }

  /** The observer of what a submission carries: of another treasury, where the treasury's key was replaced since. */
  of({ bytes }: Pick<Submission, 'bytes'>): TransferObserver {
    const treasury = treasuryIn(bytes, this.#treasury);
    return treasury === this.#treasury ? this : new TransferObserver({ ...this.#parts, treasury });
  }

  /** @throws Error when no endpoint answers: then nothing is known */
  async observe(
    submission: Submission,
    authorizations: readonly Authorization[],
    now: number,
  ): Promise<readonly Observation[]> {
    try {
      const quick = await this.#see('majority', submission, authorizations, now);
      if (quick.isDecided) return quick.observations;
      // Only where it may make a difference is it waited for those who are slow, or rest.
      return (await this.#see('all', submission, authorizations, now)).observations;
    } catch (error) {
      if (!(error instanceof EndpointsDisagreeError)) throw error;
      return authorizations.map(() => DISPUTED);
    }
  }

  /**
   * Whether a transaction that uses a payment's nonce makes that payment: another transfer may have been signed under it.
   * True where a majority says so; false, which gives money back, where all configured endpoints deny it (protocol rule
   * 29); undefined otherwise.
   */
  async isMade(authorization: Authorization, hash: string): Promise<boolean | undefined> {
    const { to, currency, amount } = authorization;
    const confirming = (some: readonly EndpointAnswer<boolean>[]): number => some.filter(({ value }) => value).length;
    const said = await this.#pool.ask(
      async (endpoint) => {
        const [answer] = await endpoint.results([{ method: 'eth_getTransactionReceipt', params: [hash] }]);
        const entries = logs(receipt(answer, hash)?.['logs'] ?? []);
        const guarded = this.#nonceOf(authorization);
        const made = madeTransfer(entries, guarded, guarded.nonce, this.#network);
        return made?.to === to.toLowerCase() && made.currency === currency && made.amount === amount;
      },
      (soFar) => confirming(soFar) >= this.#pool.majority,
    );
    if (confirming(said) >= this.#pool.majority) return true;
    return said.length === this.#pool.size && confirming(said) === 0 ? false : undefined;
  }

  async #see(
    patience: 'majority' | 'all',
    submission: Submission,
    authorizations: readonly Authorization[],
    now: number,
  ): Promise<Seen> {
    const { views, finalized } = await this.#views(patience, now);
    const looks = await this.#look(patience, views, submission, authorizations);
    const isComplete = looks.length === this.#pool.size;
    const missing = authorizations.filter((each) => looks.every(({ value }) => !value.used.has(this.#keyOf(each))));
    const lost = missing.filter((each) => this.#isLost(looks, each));
    const over = missing.filter(({ validUntil }) => now > validUntil);
    const impossible = isComplete ? await this.#impossible(looks, over) : new Set<string>();
    if (!isComplete && patience === 'all' && over.length > 0) {
      const endpoints = looks.map(({ endpoint }) => endpoint.name);
      this.#log.warn(
        { submission: submission.hash, endpoints },
        'too few endpoints answer to prove that transactions have expired',
      );
    }
    const isWaiting = (each: Authorization): boolean => over.includes(each) && !isComplete;
    const observations = await Promise.all(
      authorizations.map(async (each): Promise<Observation> => {
        if (!missing.includes(each)) return this.#found(looks, each, finalized);
        if (lost.includes(each)) return DISPUTED;
        return this.#missing(looks, submission, {
          isImpossible: impossible.has(each.id),
          isWaiting: isWaiting(each),
          validBeforeMs: validBefore(each) * 1_000,
        });
      }),
    );
    const isUndecided = (each: Authorization, index: number): boolean =>
      missing.includes(each) ? over.includes(each) || lost.includes(each) : observations[index]?.state === 'unknown';
    return { observations, isDecided: isComplete || !authorizations.some(isUndecided) };
  }

  /** Many submissions are looked at side by side: they share one look at the heads. */
  #views(patience: 'majority' | 'all', now: number): Promise<Views> {
    const underWay = this.#reading.get(patience);
    if (underWay !== undefined) return underWay;
    const reading = readViews(this.#pool, { patience, now }).finally(() => this.#reading.delete(patience));
    this.#reading.set(patience, reading);
    return reading;
  }

  #look(
    patience: 'majority' | 'all',
    views: readonly View[],
    { hash }: Submission,
    authorizations: readonly Authorization[],
  ): Promise<readonly EndpointAnswer<Look>[]> {
    const nonces = authorizations.map((each) => this.#nonceOf(each));
    const authorized = Math.min(...authorizations.map(({ authorizedAt, usedSince = authorizedAt }) => usedSince));
    const since = Math.floor((authorized - LOOKBACK_MS) / STEP_MS) * STEP_MS;
    const viewOf = new Map(views.map((view) => [view.endpoint, view]));
    return this.#pool.ask(
      async (endpoint): Promise<Look> => {
        const view = viewOf.get(endpoint);
        if (view === undefined) throw new Error(`${endpoint.name} has no view`);
        const { multicall } = this.#network;
        const range = { last: view.heads.latest, since };
        return { view, ...(await lookAt(endpoint, { hash, nonces, range, multicall, uses: this.#parts.uses })) };
      },
      (soFar) =>
        patience === 'majority' &&
        soFar.length >= this.#pool.majority &&
        authorizations.every((each) => this.#isAlike(soFar, each)),
      { among: views.map(({ endpoint }) => endpoint) },
    );
  }

  /** Whether a majority calls its nonce used, and has no log of it: they keep too little of the chain's history. */
  #isLost(looks: readonly EndpointAnswer<Look>[], each: Authorization): boolean {
    const key = this.#keyOf(each);
    const endpoints = looks.filter(({ value }) => value.lost.has(key)).map(({ endpoint }) => endpoint.name);
    if (endpoints.length < this.#pool.majority) return false;
    this.#log.error(
      { payment: each.id, endpoints },
      'a payment was made, and the endpoints have no log of it: they need the logs and blocks since its authorization',
    );
    return true;
  }

  /** Whether the answers agree on a transfer, so that no further endpoint is needed. */
  #isAlike(looks: readonly EndpointAnswer<Look>[], authorization: Authorization): boolean {
    return agreement(this.#sightings(looks, authorization), looks.length) !== undefined;
  }

  #sightings(
    looks: readonly EndpointAnswer<Look>[],
    authorization: Authorization,
  ): readonly EndpointAnswer<Sighting | null>[] {
    const key = this.#keyOf(authorization);
    return looks.map(({ endpoint, value }) => ({ endpoint, value: value.used.get(key) ?? null }));
  }

  /** The observation of a transfer that at least one endpoint has in a block. */
  async #found(looks: readonly EndpointAnswer<Look>[], each: Authorization, finalized: Block): Promise<Observation> {
    const agreed = agreement(this.#sightings(looks, each), this.#pool.majority);
    if (agreed === undefined || agreed.value === null) return DISPUTED;
    const { watch, majority } = this.#pool;
    const { value: sighting, by, against } = agreed;
    const isFinal = sighting.block <= finalized.number;
    if (isFinal) for (const endpoint of against) watch.faulty(endpoint, 'disagrees', { block: sighting.block });
    for (const { endpoint } of by) watch.agreed(endpoint);
    const endpoints = by.map(({ endpoint }) => endpoint);
    const at = await this.#times.timeOf(endpoints, sighting);
    if (at === null) return DISPUTED;
    const isSafeAt = ({ endpoint, value }: EndpointAnswer<Look>): boolean =>
      endpoints.includes(endpoint) && sighting.block <= value.view.heads.safe.number;
    const isConfirmed = this.#network.confirmedAt === 'latest' || looks.filter(isSafeAt).length >= majority;
    const state = isFinal ? 'final' : isConfirmed ? 'confirmed' : 'included';
    return { state, hash: sighting.hash, block: sighting.block, at };
  }

  /** Of a transfer that nobody has in a block. `isWaiting`: for endpoints that have to say that it never will be. */
  async #missing(
    looks: readonly EndpointAnswer<Look>[],
    { hash }: Submission,
    {
      isImpossible,
      isWaiting,
      validBeforeMs,
    }: { readonly isImpossible: boolean; readonly isWaiting: boolean; readonly validBeforeMs: number },
  ): Promise<Observation> {
    const included = looks.map(({ endpoint, value }) => ({ endpoint, value: value.includedIn }));
    const { value: place = null, by = [] } = agreement(included, this.#pool.majority) ?? {};
    if (place !== null) {
      const endpoints = by.map(({ endpoint }) => endpoint);
      const at = await this.#times.timeOf(endpoints, place);
      // Its block came too late; nothing else is known against it.
      if (isImpossible && at !== null && at >= validBeforeMs) return { state: 'expired' };
      return { state: 'reverted', hash, final: isImpossible, ...(at === null ? {} : { block: place.block, at }) };
    }
    if (isImpossible) return { state: 'expired' };
    return isWaiting ? DISPUTED : { state: 'unknown' };
  }

  /**
   * Those that no block to come can hold any more, by every configured endpoint for itself: the validity is over at a
   * block that it calls final, and after that was seen, the token said that at this block it was not used.
   */
  async #impossible(
    looks: readonly EndpointAnswer<Look>[],
    over: readonly Authorization[],
  ): Promise<ReadonlySet<string>> {
    const passed = Math.min(...looks.map(({ value }) => value.view.heads.finalized.timestamp));
    const asked = over.filter((authorization) => passed >= validBefore(authorization));
    if (asked.length === 0) return new Set();
    const nonces = asked.map((authorization) => this.#nonceOf(authorization));
    const viewOf = new Map(looks.map(({ endpoint, value }) => [endpoint, value.view]));
    const said = await this.#pool.all(async (endpoint) => {
      // At this endpoint's own final block, which was seen to be past the validity.
      const at = toQuantity(viewOf.get(endpoint)?.heads.finalized.number ?? 0);
      const [result] = await endpoint.results([statesCall(this.#network.multicall, nonces, at)]);
      return readStates(result, nonces.length);
    });
    if (said.length < this.#pool.size) return new Set();
    const impossible = new Set<string>();
    const canceledAt = new Map(looks.map(({ endpoint, value }) => [endpoint, value.canceled]));
    for (const [index, authorization] of asked.entries()) {
      const { id } = authorization;
      const key = this.#keyOf(authorization);
      const usedAt = said
        .filter(({ endpoint, value }) => value[index] !== false && canceledAt.get(endpoint)?.has(key) !== true)
        .map(({ endpoint }) => endpoint.name);
      if (usedAt.length === 0) impossible.add(id);
      else this.#log.error({ payment: id, endpoints: usedAt }, 'an authorization was used by an unknown transaction');
    }
    return impossible;
  }

  #nonceOf(authorization: Authorization): GuardedNonce {
    const known = this.#nonces.get(authorization);
    if (known !== undefined) return known;
    const guard = guardOf(authorization, this.#network, this.#treasury);
    const nonce = guardedNonce(guard, authorizationNonce(authorization));
    this.#nonces.set(authorization, nonce);
    return nonce;
  }

  #keyOf(authorization: Authorization): string {
    return this.#nonceOf(authorization).key;
  }
}
