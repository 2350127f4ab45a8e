import type { ChainName } from '@stablecoin/contracts';
import { NO_FLAGS, NO_NAMES } from './chain';
import type {
  AddressFlags,
  AddressNames,
  Authorization,
  Balances,
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
} from './chain';
import type { ChainWallets } from './chain-wallets';
import type { PrecheckFailure, Quote, QuoteRequest, Submission } from './chain';
import type { ChainLog } from './chain-log';
import type { LastSent } from './last-sent';
import { CircuitBreaker } from '@stablecoin/security';

export interface GuardedChainOptions {
  readonly name: ChainName;
  readonly chain: Chain;
  readonly log: ChainLog;
  readonly now: () => number;
  /** Time limit of a quote, in milliseconds. After it the last quote is used. */
  readonly quoteDeadlineMs?: number;
}

const QUOTE_DEADLINE_MS = 2_000;
/** How long an old quote is used when there is no new one, in milliseconds. */
const QUOTE_GOOD_FOR_MS = 60_000;
const FAILED_MAX = 1_000;
/** Failed submissions in a row that open the breaker. A single one may be the fault of its sender. */
const BREAKER = { failures: 5, openMs: 10_000, openMsMax: 120_000 };

/**
 * A chain that receives no new payments while broadcasts to it fail, and whose quotes are on time. Only quotes are
 * withheld. Authorized transfers are still sent and observed, because only the chain can end them (protocol rule 15).
 * So a recovery is noticed without new payments.
 */
export class GuardedChain implements Required<Chain> {
  readonly #options: GuardedChainOptions & { readonly quoteDeadlineMs: number };
  readonly #breaker: CircuitBreaker;
  /** Submissions that failed since the last success. Each counts once, however often it is retried. */
  readonly #failed = new Set<string>();
  /** The last quotes of the chain itself, by currency. */
  readonly #quoted = new Map<string, { readonly at: number; readonly quote: Quote }>();

  constructor(options: GuardedChainOptions) {
    this.#options = { quoteDeadlineMs: QUOTE_DEADLINE_MS, ...options };
    this.#breaker = new CircuitBreaker({ ...BREAKER, now: options.now });
  }

  async quote(request: QuoteRequest): Promise<readonly Quote[]> {
    const { name, chain } = this.#options;
    if (!request.candidates.includes(name)) return chain.quote(request);
    const own = await this.#quote(request);
    const { state, failures, triedAgainInMs } = this.#breaker;
    const reason = `the last ${failures} submissions failed, it is tried again in ${Math.ceil(triedAgainInMs / 1_000)} s`;
    const guarded: Quote = state === 'open' ? { ...own, health: { status: 'down', reason } } : own;
    return request.candidates.map((each) => (each === name ? guarded : down(each, 'not configured')));
  }

  async refusalOf(request: Parameters<NonNullable<Chain['refusalOf']>>[0]): Promise<string | null> {
    return (await this.#options.chain.refusalOf?.(request)) ?? null;
  }

  authorize(request: Parameters<Chain['authorize']>[0]): ReturnType<Chain['authorize']> {
    return this.#options.chain.authorize(request);
  }

  capacity(authorizations: readonly Authorization[]): number {
    return this.#options.chain.capacity?.(authorizations) ?? authorizations.length;
  }

  async earlierUse(request: EarlierUseRequest): Promise<EarlierUse | null> {
    return (await this.#options.chain.earlierUse?.(request)) ?? null;
  }

  precheck(authorization: Authorization, now: number): Promise<PrecheckFailure | null> {
    return this.#options.chain.precheck(authorization, now);
  }

  assemble(
    authorizations: readonly Authorization[],
    liveNonces: () => Promise<readonly number[]>,
  ): Promise<Submission> {
    return this.#options.chain.assemble(authorizations, liveNonces);
  }

  async broadcast(submission: Submission, authorizations: readonly Authorization[]): Promise<void> {
    try {
      await this.#options.chain.broadcast(submission, authorizations);
    } catch (error) {
      if (!this.#failed.has(submission.hash)) this.#record(() => this.#breaker.failed());
      if (this.#failed.size < FAILED_MAX) this.#failed.add(submission.hash);
      throw error;
    }
    this.#failed.clear();
    this.#record(() => this.#breaker.succeeded());
  }

  observe(
    submission: Submission,
    authorizations: readonly Authorization[],
    now: number,
  ): Promise<readonly Observation[]> {
    return this.#options.chain.observe(submission, authorizations, now);
  }

  async replacement(
    submission: Submission,
    authorizations: readonly Authorization[],
    now: number,
  ): Promise<Submission | null> {
    return (await this.#options.chain.replacement?.(submission, authorizations, now)) ?? null;
  }

  pollAfterMs(authorizations: readonly Authorization[], now: number): number {
    return this.#options.chain.pollAfterMs(authorizations, now);
  }

  explorerUrl(chain: ChainName, hash: string): string | null {
    return this.#options.chain.explorerUrl(chain, hash);
  }

  balances(request: Parameters<Chain['balances']>[0]): Promise<Balances> {
    return this.#options.chain.balances(request);
  }

  deposits(request: Parameters<Chain['deposits']>[0]): Promise<Deposits> {
    return this.#options.chain.deposits(request);
  }

  async setAside(
    request: Parameters<NonNullable<Chain['setAside']>>[0],
  ): Promise<Pick<Deposits, 'deposits' | 'setAside'>> {
    return (await this.#options.chain.setAside?.(request)) ?? { deposits: [], setAside: request.transactions };
  }

  async payouts(request: PayoutsRequest): Promise<Payouts> {
    const payouts = await this.#options.chain.payouts?.(request);
    if (payouts === undefined) throw new Error(`${request.chain} cannot say what has left an address`);
    return payouts;
  }

  async fees(submission: EndedSubmission, name: ChainName): Promise<readonly NetworkFee[] | null> {
    const { chain } = this.#options;
    return chain.fees === undefined ? [] : chain.fees(submission, name);
  }

  async flags(request: Parameters<NonNullable<Chain['flags']>>[0]): Promise<AddressFlags> {
    return (await this.#options.chain.flags?.(request)) ?? NO_FLAGS;
  }

  async namesOf(request: Parameters<NonNullable<Chain['namesOf']>>[0]): Promise<AddressNames> {
    return (await this.#options.chain.namesOf?.(request)) ?? NO_NAMES;
  }

  async gas(name: ChainName): Promise<readonly Gas[]> {
    return (await this.#options.chain.gas?.(name)) ?? [];
  }

  async lastSent(chain: ChainName): Promise<readonly LastSent[]> {
    return (await this.#options.chain.lastSent?.(chain)) ?? [];
  }

  wallets(name: ChainName): ChainWallets | null {
    return this.#options.chain.wallets?.(name) ?? null;
  }

  /** Of the chain itself, now; or the last one, when that takes too long. */
  async #quote(request: QuoteRequest): Promise<Quote> {
    const { name, chain, log, now, quoteDeadlineMs } = this.#options;
    const { currency } = request;
    const asked = chain.quote({ ...request, candidates: [name] }).then(([quote]) => {
      if (quote === undefined) throw new Error(`${name} gave no quote`);
      if (quote.health.status === 'up') this.#quoted.set(currency, { at: now(), quote });
      return quote;
    });
    try {
      return await within(quoteDeadlineMs, asked);
    } catch (error) {
      log.warn({ chain: name, error: String(error) }, 'a chain gave no quote in time');
      const last = this.#quoted.get(currency);
      return last !== undefined && now() - last.at < QUOTE_GOOD_FOR_MS ? last.quote : down(name, 'no answer in time');
    }
  }

  #record(outcome: () => void): void {
    const { name: chain, log } = this.#options;
    const before = this.#breaker.state;
    outcome();
    const { state, failures } = this.#breaker;
    if (state === 'open' && before !== 'open') {
      log.error({ chain, failures }, 'broadcasts to a chain fail; routing no payments to it for now');
    }
    if (state === 'closed' && before !== 'closed') log.warn({ chain }, 'broadcasts to a chain work again');
  }
}

function down(chain: ChainName, reason: string): Quote {
  return { chain, fee: '0', settlementMs: 0, health: { status: 'down', reason } };
}

/**
 * Limits the time of a call. A late result is ignored.
 *
 * @param ms - time limit in milliseconds
 * @throws Error after the time limit
 */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined);
  }
}
