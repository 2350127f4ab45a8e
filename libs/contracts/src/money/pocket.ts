import type { ChainName } from './chain';
import type { Currency } from './currency';

/** Where money lies: one chain and one currency. */
export type Pocket = `${ChainName}.${Currency}`;

export function pocketOf(chain: ChainName, currency: Currency): Pocket {
  return `${chain}.${currency}`;
}

/** The chain and the currency of a pocket. */
export function partsOf(pocket: Pocket): { readonly chain: ChainName; readonly currency: Currency } {
  const [chain, currency] = pocket.split('.') as [ChainName, Currency];
  return { chain, currency };
}
