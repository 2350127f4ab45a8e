import { CURRENCIES, toUnits } from '@stablecoin/contracts';
import type { Currency } from '@stablecoin/contracts';
import type { EarlierUse, EarlierUseRequest } from '../../past-transfers';
import { EndpointsDisagreeError, agreement, reachedBy } from '../../rpc/agreement';
import { EndpointLimitError } from '../../rpc/endpoint-limit';
import type { RpcEndpoint } from '../../rpc/rpc-endpoint';
import type { RpcPool } from '../../rpc/rpc-pool';
import { isSignedBy, readTransactions } from '../accounts/foreign-transactions';
import type { Mention } from '../accounts/foreign-transactions';
import { MentionWalks } from '../accounts/mention-walks';
import { referencedTransfer } from '../accounts/token-movements';
import type { SolanaNetwork } from '../network';
import type { AssociatedAccounts } from '../accounts/associated-accounts';
import { referenceTo } from '../reference';
import { count, record } from '../values';

/** A transfer that is looked for. */
interface Searched {
  readonly reference: string;
  readonly to: string;
  readonly payers: readonly Payer[];
}

/** Whose money it may have moved, and by whose signature. */
interface Payer {
  readonly owner: string;
  readonly signer: string;
}

const FINALIZED = { commitment: 'finalized' };
const MENTIONS_AT_ONCE = 20;
/** Transactions that one look reads, and those of the last slot more. */
const MENTIONS_OF_A_LOOK = 1_000;
const SEARCHES_MAX = 300;

/**
 * Finds the transfer that an on-chain id was used for before, by the account that it names. The chain would not refuse a
 * second one: this is what keeps it from being signed.
 */
export class EarlierUses {
  readonly #pool: RpcPool;
  readonly #treasury: string;
  readonly #network: SolanaNetwork;
  readonly #associated: AssociatedAccounts;
  readonly #walks = new MentionWalks();
  /** The slot at which the next look begins, by endpoint and reference. Only of searches that take several looks. */
  readonly #searched = new Map<string, number>();

  constructor(parts: {
    readonly pool: RpcPool;
    readonly network: SolanaNetwork;
    readonly treasury: string;
    readonly associated: AssociatedAccounts;
  }) {
    this.#pool = parts.pool;
    this.#treasury = parts.treasury;
    this.#network = parts.network;
    this.#associated = parts.associated;
  }

  /** @throws Error while too few of the configured endpoints say the same */
  async find({
    onchainId,
    to,
    areRecordsMissing,
    wallet,
  }: Omit<EarlierUseRequest, 'chain'>): Promise<EarlierUse | null> {
    // Such a transfer names nothing that it could be found by.
    if (typeof onchainId !== 'string') return null;
    const { majority, size } = this.#pool;
    const needed = areRecordsMissing ? size : majority;
    const heads = await this.#pool.ask(
      async (endpoint) => count((await endpoint.results([{ method: 'getSlot', params: [FINALIZED] }]))[0]),
      (soFar) => soFar.length >= majority,
    );
    const until = reachedBy(
      heads.map(({ value }) => value),
      majority,
    );
    if (until === undefined) throw new EndpointsDisagreeError('too few endpoints of solana say what is final');
    const reference = referenceTo(onchainId).toBase58();
    const payers = [
      { owner: this.#treasury, signer: this.#treasury },
      ...(wallet === null ? [] : [{ owner: wallet.address, signer: wallet.spender }]),
    ];
    const said = await this.#pool.ask(
      (endpoint) => this.#use(endpoint, { reference, to, payers, until }),
      (soFar) => agreement(soFar, needed) !== undefined,
    );
    // One that was seen by a majority was made, whatever the others say.
    const agreed = agreement(said, majority);
    if (agreed !== undefined && (agreed.value !== null || agreed.by.length >= needed)) return agreed.value;
    throw new EndpointsDisagreeError('too few endpoints of solana say whether a payment was made before');
  }

  /**
   * What one endpoint says.
   *
   * @throws {@link EndpointLimitError} when there are more transactions than one look reads; the next look continues there
   */
  async #use(
    endpoint: RpcEndpoint,
    { reference, to, payers, until }: Searched & { readonly until: number },
  ): Promise<EarlierUse | null> {
    const key = [endpoint.name, reference, ...payers.map(({ owner }) => owner)].join(' ');
    const from = this.#searched.get(key) ?? 0;
    if (from > until) return null;
    const slots = { from, until: Infinity, seen: until };
    const { mentions, upTo } = await this.#walks.read(endpoint, reference, slots);
    // The oldest first: a second one would be a double payment.
    const oldest = mentions.toReversed();
    const last = oldest.at(MENTIONS_OF_A_LOOK - 1)?.slot ?? upTo;
    const read = oldest.filter(({ slot }) => slot <= last);
    for (let done = 0; done < read.length; done += MENTIONS_AT_ONCE) {
      const use = await this.#useIn(endpoint, { reference, to, payers }, read.slice(done, done + MENTIONS_AT_ONCE));
      if (use === null) continue;
      // Final for this endpoint, and not yet for a majority.
      return use.block > until ? { state: 'recent', chain: 'solana', since: 0, isGuarded: false } : use;
    }
    const isOver = last >= until;
    if (!isOver || from > 0) this.#remember(key, Math.min(last, until) + 1);
    if (isOver) return null;
    throw new EndpointLimitError(
      endpoint,
      `lists more transactions that name ${reference} than one look reads: strangers have made them. The search continues`,
    );
  }

  #remember(key: string, next: number): void {
    this.#searched.delete(key);
    this.#searched.set(key, next);
    const [oldest] = this.#searched.keys();
    if (this.#searched.size > SEARCHES_MAX && oldest !== undefined) this.#searched.delete(oldest);
  }

  /** The first transaction in which one of them pays. Anybody else may name the reference too, once it is on the chain. */
  async #useIn(
    endpoint: RpcEndpoint,
    { reference, to, payers }: Searched,
    mentions: readonly Mention[],
  ): Promise<Extract<EarlierUse, { readonly state: 'final' }> | null> {
    const sources = this.#sourcesOf(payers);
    for (const transaction of await readTransactions(endpoint, mentions)) {
      // This service signs no transaction of a version that it cannot read.
      if ('unreadable' in transaction) continue;
      const { signature: hash, slot: block, answer } = transaction;
      const signing = new Set(payers.map(({ signer }) => signer).filter((signer) => isSignedBy(signer, answer)));
      if (signing.size === 0) continue;
      const found = referencedTransfer(reference, new Set(sources.keys()), answer);
      const source = found === null ? undefined : sources.get(found.from);
      if (found === null || source === undefined || !signing.has(source.payer.signer)) continue;
      const { payer, currency } = source;
      return {
        state: 'final',
        chain: 'solana',
        hash,
        block,
        at: count(record(answer)['blockTime']) * 1_000,
        transfer: {
          from: payer.owner,
          to: found.to === to ? to : found.owner,
          currency,
          amount: toUnits(found.amount),
        },
      };
    }
    return null;
  }

  /** The token accounts that payments leave from. */
  #sourcesOf(payers: readonly Payer[]): ReadonlyMap<string, { readonly payer: Payer; readonly currency: Currency }> {
    return new Map(
      payers.flatMap((payer) =>
        CURRENCIES.map((currency) => {
          const account = this.#associated.of(payer.owner, this.#network.tokens[currency]).toBase58();
          return [account, { payer, currency }] as const;
        }),
      ),
    );
  }
}
