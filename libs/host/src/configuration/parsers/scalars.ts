import { isIP, isIPv6 } from 'node:net';
import { formatAmount, parseAmount } from '@stablecoin/contracts';
import { parser } from './parser';
import type { Parser } from './parser';

/** The longest that a timer of Node's can wait: a little under 25 days. */
const TIMER_MS_MAX = 2_147_483_647;

export const text = (takes: string, pattern = /^.+$/): Parser<string> =>
  parser(takes, (value) => (pattern.test(value) ? value : undefined));

export function integer(unit: string, min: number, max: number): Parser<number> {
  return parser(`${unit}, ${min} to ${max}`, (value) => {
    const number = /^\d{1,15}$/.test(value) ? Number(value) : NaN;
    return number >= min && number <= max ? number : undefined;
  });
}

export const port = integer('a TCP port', 0, 65_535);

export function milliseconds(min = 0, max = TIMER_MS_MAX): Parser<number> {
  return integer('milliseconds', min, max);
}

/** A time in UTC, read into milliseconds since the epoch. */
export const time = parser('a time such as 2026-01-31T12:00:00Z', (value) => {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/.test(value)) return undefined;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : at;
});

/** An amount of a currency, read into minor units. */
export function amount(min: bigint): Parser<bigint> {
  return parser(`a decimal amount of at least ${formatAmount(min)}, with up to 6 decimals`, (value) => {
    const units = parseAmount(value);
    return units !== undefined && units >= min ? units : undefined;
  });
}

/** One of several words, each mapped to a value. */
export function oneOf<T>(words: Readonly<Record<string, T>>): Parser<T> {
  const quoted = Object.keys(words).map((word) => `"${word}"`);
  const takes = [quoted.slice(0, -1).join(', '), quoted.at(-1)].filter((part) => part !== '').join(' or ');
  return parser(takes, (value) => (Object.hasOwn(words, value) ? words[value] : undefined));
}

/** One of several words, used as the value. */
export function wordOf<const Word extends string>(...words: readonly Word[]): Parser<Word> {
  return oneOf(Object.fromEntries(words.map((word) => [word, word])) as Record<Word, Word>);
}

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** Durations with their unit, in milliseconds. */
export const durations: Parser<readonly number[]> = parser(
  'comma-separated durations with the unit ms, s, m or h, such as "0s,5s,5m,2h"',
  (value) => {
    const parsed = value.split(',').map((each) => {
      const [, number = '', unit = ''] = /^\s*(\d{1,9})(ms|s|m|h)\s*$/.exec(each) ?? [];
      return number === '' ? NaN : Number(number) * (UNIT_MS[unit] ?? NaN);
    });
    return parsed.every((ms) => ms <= TIMER_MS_MAX) ? parsed : undefined;
  },
);

/** The proxies whose client address is trusted: none, a number of hops, or a list of addresses. */
export const trustedProxies: Parser<false | number | readonly string[]> = parser(
  '"off", a number of proxies in front (1 to 9), or their comma-separated addresses or CIDR blocks',
  (value) => {
    if (value === 'off') return false;
    if (/^[1-9]$/.test(value)) return Number(value);
    const addresses = value.split(',').map((address) => address.trim());
    return addresses.every(isAddressBlock) ? addresses : undefined;
  },
);

function isAddressBlock(block: string): boolean {
  const [, address = '', , prefix = '0'] = /^([^/]*)(\/(\d{1,3}))?$/.exec(block) ?? [];
  return isIP(address) !== 0 && Number(prefix) <= (isIPv6(address) ? 128 : 32);
}
