import { downQuote } from '@stablecoin/chains';
import type { ChainRouter, Chains, Quote } from '@stablecoin/chains';
import type { ChainName, PaymentOrder } from '@stablecoin/contracts';
import { describeError } from '@stablecoin/contracts';
import type { Log, Meter } from '@stablecoin/event-sourcing';

/** What a quote is asked for: the parts of an order that fee, time and health depend on. */
export type Quoted = Pick<PaymentOrder, 'to' | 'amount' | 'currency' | 'candidates'>;

/** Asks the chains of a mode, and takes a chain that gives no answer for one that is down. */
export class ChainQuotes {
  readonly #chains: Chains;
  readonly #log: Log;
  readonly #meter: Meter;

  constructor(parts: { readonly chains: Chains; readonly log: Log; readonly meter: Meter }) {
    this.#chains = parts.chains;
    this.#log = parts.log;
    this.#meter = parts.meter;
  }

  /**
   * Reads fee, settlement time and health of every candidate, in the given order. Never throws: a payment without
   * quotes fails with `chain_unavailable` and its funds are returned.
   */
  async quote(livemode: boolean, { to, amount, currency, candidates }: Quoted): Promise<readonly Quote[]> {
    const router = this.#chains.forMode(livemode);
    if (router === undefined) return candidates.map((name) => downQuote(name, 'not configured'));
    try {
      return await router.quote({ to, amount, currency, candidates });
    } catch (error) {
      this.#meter.count('quote_failures_total');
      this.#log.error({ candidates, error: describeError(error) }, 'chains gave no quote');
      return candidates.map((name) => downQuote(name, 'no answer'));
    }
  }

  /**
   * Why the recipient can never be paid on one of the candidates; null where nothing is known against it. A chain that
   * gives no answer knows nothing: whether it can be paid on is for the quote.
   */
  async refusal(livemode: boolean, { to, currency, candidates }: Omit<Quoted, 'amount'>): Promise<string | null> {
    const router = this.#chains.forMode(livemode);
    const asked = candidates.map(async (chain) => router?.find(chain)?.refusalOf({ chain, to, currency }) ?? null);
    const answers = await Promise.allSettled(asked);
    return (
      answers.map((each) => (each.status === 'fulfilled' ? each.value : null)).find((each) => each !== null) ?? null
    );
  }

  /**
   * The chains of a mode.
   *
   * @throws Error when none is configured. Authorized payments then wait until it is configured again
   */
  router(livemode: boolean): ChainRouter {
    const router = this.#chains.forMode(livemode);
    if (router === undefined) throw new Error(`no chain is configured for ${livemode ? 'live' : 'test'} mode`);
    return router;
  }

  /**
   * The address that live payments on a chain come from.
   *
   * @throws Error when the chain is not configured
   */
  liveTreasury(chain: ChainName): string {
    const address = this.#chains.liveTreasury(chain);
    if (address === undefined) throw new Error(`${chain} is not configured for live mode`);
    return address;
  }
}
