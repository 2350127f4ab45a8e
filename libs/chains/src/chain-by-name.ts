import type { ChainName } from '@stablecoin/contracts';
import { NO_FLAGS, NO_NAMES } from './chain';
import type {
  AddressFlags,
  AddressNames,
  Authorization,
  Chain,
  Deposits,
  EarlierUse,
  EarlierUseRequest,
  EndedSubmission,
  Gas,
  NetworkFee,
  Payouts,
  PayoutsRequest,
  Observation,
  Quote,
  QuoteRequest,
  Submission,
} from './chain';
import type { ChainWallets } from './chain-wallets';
import type { LastSent } from './last-sent';

/**
 * Combines several chains, each with its own adapter. A missing chain has no quotes and throws on every other call, so
 * transfers authorized on it wait until it is configured again.
 */
export class ChainByName implements Required<Chain> {
  readonly #chains: ReadonlyMap<ChainName, Chain>;

  constructor(chains: ReadonlyMap<ChainName, Chain>) {
    this.#chains = chains;
  }

  /** Every chain is asked for itself: one that gives no answer takes none of the others with it. */
  quote(request: QuoteRequest): Promise<readonly Quote[]> {
    return Promise.all(request.candidates.map((name) => this.#quoteOf(name, request)));
  }

  async refusalOf(request: Parameters<NonNullable<Chain['refusalOf']>>[0]): Promise<string | null> {
    return (await this.#chains.get(request.chain)?.refusalOf?.(request)) ?? null;
  }

  authorize(request: Parameters<Chain['authorize']>[0]): ReturnType<Chain['authorize']> {
    return this.#chain(request.chain).authorize(request);
  }

  capacity(authorizations: readonly Authorization[]): number {
    return this.#chainOf(authorizations).capacity?.(authorizations) ?? authorizations.length;
  }

  async earlierUse(request: EarlierUseRequest): Promise<EarlierUse | null> {
    return (await this.#chains.get(request.chain)?.earlierUse?.(request)) ?? null;
  }

  precheck(authorization: Authorization, now: number): ReturnType<Chain['precheck']> {
    return this.#chain(authorization.chain).precheck(authorization, now);
  }

  async assemble(
    authorizations: readonly Authorization[],
    liveNonces: () => Promise<readonly number[]>,
  ): Promise<Submission> {
    return this.#chainOf(authorizations).assemble(authorizations, liveNonces);
  }

  async broadcast(submission: Submission, authorizations: readonly Authorization[]): Promise<void> {
    return this.#chainOf(authorizations).broadcast(submission, authorizations);
  }

  async observe(
    submission: Submission,
    authorizations: readonly Authorization[],
    now: number,
  ): Promise<readonly Observation[]> {
    return this.#chainOf(authorizations).observe(submission, authorizations, now);
  }

  async replacement(
    submission: Submission,
    authorizations: readonly Authorization[],
    now: number,
  ): Promise<Submission | null> {
    return (await this.#chainOf(authorizations).replacement?.(submission, authorizations, now)) ?? null;
  }

  pollAfterMs(authorizations: readonly Authorization[], now: number): number {
    return this.#chainOf(authorizations).pollAfterMs(authorizations, now);
  }

  explorerUrl(chain: ChainName, hash: string): string | null {
    return this.#chains.get(chain)?.explorerUrl(chain, hash) ?? null;
  }

  async balances(request: Parameters<Chain['balances']>[0]): ReturnType<Chain['balances']> {
    return this.#chain(request.chain).balances(request);
  }

  async deposits(request: Parameters<Chain['deposits']>[0]): ReturnType<Chain['deposits']> {
    return this.#chain(request.chain).deposits(request);
  }

  async setAside(
    request: Parameters<NonNullable<Chain['setAside']>>[0],
  ): Promise<Pick<Deposits, 'deposits' | 'setAside'>> {
    return (
      (await this.#chains.get(request.chain)?.setAside?.(request)) ?? { deposits: [], setAside: request.transactions }
    );
  }

  async payouts(request: PayoutsRequest): Promise<Payouts> {
    const payouts = await this.#chains.get(request.chain)?.payouts?.(request);
    if (payouts === undefined) throw new Error(`${request.chain} cannot say what has left an address`);
    return payouts;
  }

  async fees(submission: EndedSubmission, name: ChainName): Promise<readonly NetworkFee[] | null> {
    const chain = this.#chain(name);
    return chain.fees === undefined ? [] : chain.fees(submission, name);
  }

  async flags(request: Parameters<NonNullable<Chain['flags']>>[0]): Promise<AddressFlags> {
    return (await this.#chain(request.chain).flags?.(request)) ?? NO_FLAGS;
  }

  async namesOf(request: Parameters<NonNullable<Chain['namesOf']>>[0]): Promise<AddressNames> {
    return (await this.#chain(request.chain).namesOf?.(request)) ?? NO_NAMES;
  }

  async gas(name: ChainName): Promise<readonly Gas[]> {
    return (await this.#chain(name).gas?.(name)) ?? [];
  }

  async lastSent(name: ChainName): Promise<readonly LastSent[]> {
    return (await this.#chain(name).lastSent?.(name)) ?? [];
  }

  wallets(name: ChainName): ChainWallets | null {
    return this.#chains.get(name)?.wallets?.(name) ?? null;
  }

  async #quoteOf(name: ChainName, request: QuoteRequest): Promise<Quote> {
    const quotes = await this.#chains
      .get(name)
      ?.quote({ ...request, candidates: [name] })
      .catch(() => [downQuote(name, 'no answer')]);
    return quotes?.[0] ?? downQuote(name, 'not configured');
  }

  #chainOf([first]: readonly Authorization[]): Chain {
    if (first === undefined) throw new Error('a submission carries at least one authorization');
    return this.#chain(first.chain);
  }

  #chain(name: ChainName): Chain {
    const chain = this.#chains.get(name);
    if (chain === undefined) throw new Error(`${name} is not configured`);
    return chain;
  }
}

function downQuote(chain: ChainName, reason: string): Quote {
  return { chain, fee: '0', settlementMs: 0, health: { status: 'down', reason } };
}
