import type { Coin } from './chain';
import type { Currency } from './currency';

/** Decimals of USDC and EURC on every supported chain. */
const DECIMALS = 6;
/** Wei, and lamports. */
const COIN_DECIMALS: Readonly<Record<Coin, number>> = { ETH: 18, SOL: 9 };
const SCALE = 1_000_000n;
const DECIMAL_STRING = /^(\d{1,15})(?:\.(\d{1,6}))?$/;

/**
 * Minor units (millionths of a coin) as text, for events, commands and rows, because JSON has no bigint. Convert with
 * `BigInt(units)` and {@link toUnits}.
 */
export type Units = `${bigint}`;

/** Converts minor units to text. */
export function toUnits(amount: bigint): Units {
  return `${amount}`;
}

/**
 * Parses a decimal string into minor units.
 *
 * @param text - up to 15 digits, optionally a point and up to 6 decimals; ASCII digits only (API decisions, Shapes)
 * @returns the minor units, or `undefined` when the text has another form; zero is allowed
 * @example parseAmount('12.5') // 12500000n
 */
export function parseAmount(text: string): bigint | undefined {
  const match = DECIMAL_STRING.exec(text);
  if (match === null) return undefined;
  const [, whole = '', fraction = ''] = match;
  return BigInt(whole) * SCALE + BigInt(fraction.padEnd(DECIMALS, '0'));
}

/** How many decimals the minor unit of a currency or coin has. */
export function decimalsOf(currency: Currency | Coin): number {
  return currency === 'ETH' || currency === 'SOL' ? COIN_DECIMALS[currency] : DECIMALS;
}

/**
 * Formats minor units as a decimal string: at least two decimals, no grouping, no exponent.
 *
 * @param decimals - of the minor unit: {@link decimalsOf}. Default: those of the stablecoins
 * @example formatAmount(250_000_000n) // '250.00'
 * @example formatAmount(1n) // '0.000001'
 * @example formatAmount(21_000n, 9) // '0.000021'
 */
export function formatAmount(amount: bigint, decimals = DECIMALS): string {
  const sign = amount < 0n ? '-' : '';
  const digits = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, -decimals);
  const cents = digits.slice(-decimals, 2 - decimals);
  return `${sign}${whole}.${cents}${digits.slice(2 - decimals).replace(/0+$/, '')}`;
}
