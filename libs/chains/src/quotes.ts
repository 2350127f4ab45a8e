import type { ChainName, Currency, Units } from '@stablecoin/contracts';
import type { ChainLog } from './chain-log';

/** What a transfer would cost and how long it would take, now. */
export interface Quote {
  readonly chain: ChainName;
  /** In the payment's currency. */
  readonly fee: Units;
  readonly settlementMs: number;
  /** `down` with the reason in words, when nothing can be sent there now. */
  readonly health: { readonly status: 'up' } | { readonly status: 'down'; readonly reason: string };
}

/** The transfer to be quoted. */
export interface QuoteRequest {
  readonly to: string;
  readonly amount: Units;
  readonly currency: Currency;
  /** Chains in the order in which they are asked; position 0 is the first candidate. */
  readonly candidates: readonly ChainName[];
}

/** The quote of a chain that takes no payment now. */
export function downQuote(chain: ChainName, reason: string): Quote {
  return { chain, fee: '0', settlementMs: 0, health: { status: 'down', reason } };
}

/** The quote of a chain that was asked. @param reason - why it takes no payment now; null: it takes some */
export function quoteOf({ reason, ...quote }: Omit<Quote, 'health'> & { readonly reason: string | null }): Quote {
  return { ...quote, health: reason === null ? { status: 'up' } : { status: 'down', reason } };
}

/**
 * Quotes of a chain that can speak for itself alone: other candidates are not configured there.
 *
 * @param read - reads its own quote; a failure is logged, and the chain is down
 */
export async function ownQuotes(
  name: ChainName,
  { candidates }: Pick<QuoteRequest, 'candidates'>,
  log: ChainLog,
  read: () => Promise<Quote>,
): Promise<readonly Quote[]> {
  if (!candidates.includes(name)) return candidates.map((chain) => downQuote(chain, 'not configured'));
  const own = await read().catch((error: unknown) => {
    log.warn({ chain: name, error: String(error) }, 'cannot read the status of a chain');
    return downQuote(name, 'no endpoint answers');
  });
  return candidates.map((chain) => (chain === name ? own : downQuote(chain, 'not configured')));
}
