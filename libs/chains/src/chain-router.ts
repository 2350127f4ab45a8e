import type { ChainName } from '@stablecoin/contracts';
import type { Chain } from './chain';
import { downQuote } from './quotes';
import type { Quote, QuoteRequest } from './quotes';

/** Hands out the chains of a mode by their name. */
export interface ChainRouter {
  /** @throws Error when the chain is not configured: what is authorized on it waits until it is configured again */
  on(name: ChainName): Chain;
  /** Undefined: the chain is not configured. */
  find(name: ChainName): Chain | undefined;
  /** Fee, time and health of every candidate, in the order given. One that gives no answer is down. */
  quote(request: QuoteRequest): Promise<readonly Quote[]>;
}

/** Chains with an adapter each. */
export class ChainsByName implements ChainRouter {
  readonly #chains: ReadonlyMap<ChainName, Chain>;

  constructor(chains: ReadonlyMap<ChainName, Chain>) {
    this.#chains = chains;
  }

  on(name: ChainName): Chain {
    const chain = this.#chains.get(name);
    if (chain === undefined) throw new Error(`${name} is not configured`);
    return chain;
  }

  find(name: ChainName): Chain | undefined {
    return this.#chains.get(name);
  }

  /** Asks each chain separately: one that gives no answer does not affect the others. */
  quote(request: QuoteRequest): Promise<readonly Quote[]> {
    return Promise.all(request.candidates.map((name) => this.#quoteOf(name, request)));
  }

  async #quoteOf(name: ChainName, request: QuoteRequest): Promise<Quote> {
    const quotes = await this.#chains
      .get(name)
      ?.quote({ ...request, candidates: [name] })
      .catch(() => [downQuote(name, 'no answer')]);
    return quotes?.[0] ?? downQuote(name, 'not configured');
  }
}

/** One adapter that stands for every chain, as that of the sandbox does. */
export function oneForAll(chain: Chain): ChainRouter {
  return { on: () => chain, find: () => chain, quote: (request) => chain.quote(request) };
}
