import { CircuitBreaker } from '@stablecoin/security';
import type { ChainName } from '@stablecoin/contracts';
import type { Chain } from './chain';
import type { ChainLog } from './chain-log';
import { overriding } from './overriding';
import { downQuote, ownQuotes } from './quotes';
import type { Quote, QuoteRequest } from './quotes';
import type { Authorization, Submission } from './transfers';

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
export function guardedChain(options: GuardedChainOptions): Chain {
  const guard = new GuardedChain(options);
  return overriding(options.chain, {
    quote: (request) => guard.quote(request),
    broadcast: (submission, authorizations) => guard.broadcast(submission, authorizations),
  });
}

/** The two methods that are guarded. */
class GuardedChain implements Pick<Chain, 'quote' | 'broadcast'> {
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

  quote(request: QuoteRequest): Promise<readonly Quote[]> {
    const { name, log } = this.#options;
    return ownQuotes(name, request, log, async () => {
      const own = await this.#quote(request);
      const { state, failures, triedAgainInMs } = this.#breaker;
      if (state !== 'open') return own;
      const reason = `the last ${failures} submissions failed, it is tried again in ${Math.ceil(triedAgainInMs / 1_000)} s`;
      return { ...own, health: { status: 'down', reason } };
    });
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
      return last !== undefined && now() - last.at < QUOTE_GOOD_FOR_MS
        ? last.quote
        : downQuote(name, 'no answer in time');
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
