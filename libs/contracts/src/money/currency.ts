/** The stablecoins that the service moves. Both have six decimals on every chain. */
export const CURRENCIES = ['USDC', 'EURC'] as const;

export type Currency = (typeof CURRENCIES)[number];

/** The key of a currency's balance in responses: `usdc`, `eurc`. */
export type CurrencyKey = Lowercase<Currency>;

/** @example currencyKey('USDC') // 'usdc' */
export function currencyKey(currency: Currency): CurrencyKey {
  return currency === 'USDC' ? 'usdc' : 'eurc';
}
