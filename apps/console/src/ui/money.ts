/**
 * An amount with its thousands grouped. All digits are kept: amounts are text and never become a `number`.
 *
 * @param amount - decimal text of the API, such as `1250.50`
 * @returns `1,250.50`
 */
export function groupThousands(amount: string): string {
  const match = /^(-?)(\d+)(\.\d+)?$/.exec(amount);
  if (match === null) return amount;
  const [, sign = '', whole = '', fraction = ''] = match;
  return `${sign}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${fraction}`;
}

/**
 * Compares two decimal texts exactly.
 *
 * @returns less than zero where `a` is smaller than `b`, zero where they are equal
 */
export function compareAmounts(a: string, b: string): number {
  const difference = toUnits(a) - toUnits(b);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** The sum of decimal texts, with at least two decimals. */
export function addAmounts(...amounts: readonly string[]): string {
  const sum = amounts.reduce((total, amount) => total + toUnits(amount), 0n);
  const digits = (sum < 0n ? -sum : sum).toString().padStart(DECIMALS + 1, '0');
  const fraction = digits.slice(-DECIMALS).replace(/0+$/, '').padEnd(2, '0');
  return `${sum < 0n ? '-' : ''}${digits.slice(0, -DECIMALS)}.${fraction}`;
}

/** What is left of a decimal text after another is taken away. */
export function subtractAmounts(from: string, amount: string): string {
  return addAmounts(from, amount.startsWith('-') ? amount.slice(1) : `-${amount}`);
}

/**
 * How many percent one amount is of another, rounded down to a tenth: for bars, not for money.
 *
 * @returns from 0 on, also above 100; 100 where the whole is zero
 */
export function percentOf(part: string, whole: string): number {
  const of = toUnits(whole);
  return of === 0n ? 100 : Number((toUnits(part) * 1000n) / of) / 10;
}

/** Enough for tokens (6) and network fees (18). */
const DECIMALS = 18;

function toUnits(amount: string): bigint {
  const match = /^(-?)(\d+)(?:\.(\d{1,18}))?$/.exec(amount);
  if (match === null) throw new Error(`Not an amount: ${amount}`);
  const [, sign = '', whole = '', fraction = ''] = match;
  return BigInt(`${sign}${whole}${fraction.padEnd(DECIMALS, '0')}`);
}
