import { parseAmount } from '@stablecoin/money';
import { ValidateBy } from 'class-validator/cjs/decorator/common/ValidateBy';
import { isISO31661Alpha2 } from 'class-validator/cjs/decorator/string/IsISO31661Alpha2';
import { isIpRange } from '../auth/ip-allow-list';

/** Says what is wrong with a value, as what comes after the field's name; `undefined`: nothing is. */
type Check = (value: unknown) => string | undefined;

/** Half of a surrogate pair, and U+0000, which not every database can keep in a text. */
const UNUSABLE = /[\p{Surrogate}\0]/u;
/** Long enough for every address of either family, so that nothing long is ever decoded. */
const ADDRESS_LENGTH_MAX = 64;
const OWNER = /^(?:agent|user):[!-~]{1,128}$/;
const COUNTRY_FORM = /^[A-Z]{2}$/;
const ISO_TIME = /^(\d{4})-(\d{2})-(\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?$/;
/** The r, s and v of a signature. */
const SIGNATURE = /^0x[0-9a-fA-F]{130}$/;
const LIMIT = /^(?:[1-9]\d?|100)$/;
const ID_LENGTH_MAX = 64;

/** A decimal string greater than zero. The amounts that a payment may have are configuration, and checked later. */
export function IsAmount(): PropertyDecorator {
  return checked('amount', (value) => {
    const amount = typeof value === 'string' ? parseAmount(value) : undefined;
    if (amount !== undefined && amount > 0n) return undefined;
    return 'must be a decimal string greater than zero, with at most 15 digits and 6 decimals, such as "250.00"';
  });
}

/**
 * The form of an address only. It is read once, where the command is made: its checksum is the dearest step of a
 * whole request.
 */
export function IsAddressText(): PropertyDecorator {
  return checked('address', (value) =>
    isAddressText(value) ? undefined : 'must be an address: EVM (0x and 40 hex digits) or Solana (base58 of 32 bytes)',
  );
}

/** The form of an ECDSA signature only: whose it is, is found out where it is used. */
export function IsSignature(): PropertyDecorator {
  return checked('signature', (value) =>
    typeof value === 'string' && SIGNATURE.test(value) ? undefined : 'must be a signature: 0x and 65 bytes in hex',
  );
}

/** A list of at most `max` different addresses, by their form as {@link IsAddressText}. */
export function IsAddressList(max: number): PropertyDecorator {
  return IsListOf('addresses', max, (value) => (isAddressText(value) ? undefined : 'must be an address'));
}

/** Text of `min` to `max` characters (code points, not bytes). */
export function IsText(min: number, max: number): PropertyDecorator {
  return checked('text', (value) => {
    // No text has more code points than UTF-16 units, so that only a text that may be too long is counted.
    const fits =
      typeof value === 'string' && value.length >= min && (value.length <= max || Array.from(value).length <= max);
    if (fits && !UNUSABLE.test(value)) return undefined;
    return min === 0
      ? `must be a string of at most ${max} characters`
      : `must be a string of ${min} to ${max} characters`;
  });
}

/** Exactly one of these words. */
export function IsOneOf(words: readonly string[]): PropertyDecorator {
  return checked('oneOf', (value) => (isOneOf(words, value) ? undefined : `must be one of ${words.join(', ')}`));
}

/** A list of different words out of these. */
export function IsListOfWords(words: readonly string[], min = 1): PropertyDecorator {
  return IsListOf(
    'words',
    words.length,
    (value) => (isOneOf(words, value) ? undefined : `must be one of ${words.join(', ')}`),
    min,
  );
}

/** A list of IP addresses and CIDR ranges. */
export function IsIpRangeList(max: number): PropertyDecorator {
  return IsListOf('ipRanges', max, (value) =>
    typeof value === 'string' && isIpRange(value) ? undefined : 'must be an IP address or a CIDR range',
  );
}

/** The owner of a wallet: `agent:<name>` or `user:<id>`. */
export function IsOwner(): PropertyDecorator {
  return checked('owner', (value) =>
    typeof value === 'string' && OWNER.test(value)
      ? undefined
      : 'must be agent:<name> or user:<id>, with a name or id of 1 to 128 visible ASCII characters',
  );
}

/** A country that exists, by its upper-case ISO 3166-1 alpha-2 code. */
export function IsCountryCode(): PropertyDecorator {
  return checked('country', (value) =>
    typeof value === 'string' && COUNTRY_FORM.test(value) && isISO31661Alpha2(value)
      ? undefined
      : 'must be an ISO 3166-1 alpha-2 country code in upper case, such as "DE"',
  );
}

/** A time with its zone, or a date, which begins at midnight UTC. Read it with `Date.parse`. */
export function IsTime(): PropertyDecorator {
  return checked('time', (value) =>
    typeof value === 'string' && isTime(value)
      ? undefined
      : 'must be an ISO 8601 time with its zone, such as "2026-01-31T12:00:00Z"',
  );
}

/** The size of a page, as it stands in a query. */
export function IsPageSize(): PropertyDecorator {
  return checked('limit', (value) =>
    typeof value === 'string' && LIMIT.test(value) ? undefined : 'must be a whole number from 1 to 100',
  );
}

/** What may be an id. Whether there is such an object is found out by asking for it. */
export function IsIdText(): PropertyDecorator {
  return checked('id', (value) =>
    typeof value === 'string' && value.length > 0 && value.length <= ID_LENGTH_MAX && !UNUSABLE.test(value)
      ? undefined
      : `must be an id: a string of 1 to ${ID_LENGTH_MAX} characters`,
  );
}

/** A whole number within bounds. */
export function IsWholeNumber(min: number, max: number): PropertyDecorator {
  return checked('wholeNumber', (value) =>
    Number.isInteger(value) && Number(value) >= min && Number(value) <= max
      ? undefined
      : `must be a whole number from ${min} to ${max}`,
  );
}

/** A list of `min` to `max` different values that each pass the check. */
function IsListOf(name: string, max: number, check: Check, min = 1): PropertyDecorator {
  return checked(name, (value) => {
    if (!Array.isArray(value) || value.length < min || value.length > max) {
      return `must be a list of ${min} to ${max} values`;
    }
    for (const [index, element] of value.entries()) {
      const problem = value.indexOf(element) === index ? check(element) : 'must not repeat a value of the list';
      if (problem !== undefined) return `[${index}] ${problem}`;
    }
    return undefined;
  });
}

/** Whether a text is a time of the form that {@link IsTime} takes. */
export function isTime(text: string): boolean {
  const [, year, month, day] = ISO_TIME.exec(text) ?? [];
  if (Number.isNaN(Date.parse(text))) return false;
  // `Date.parse` takes the 30th of February for the 2nd of March.
  return Number(day) <= new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
}

function isAddressText(value: unknown): boolean {
  return typeof value === 'string' && value.length > 0 && value.length <= ADDRESS_LENGTH_MAX;
}

function isOneOf(words: readonly string[], value: unknown): boolean {
  return typeof value === 'string' && words.includes(value);
}

/** A class-validator decorator from a check. */
function checked(name: string, check: Check): PropertyDecorator {
  return ValidateBy({
    name,
    validator: {
      validate: (value) => check(value) === undefined,
      defaultMessage: (args) => check(args?.value) ?? 'is not valid',
    },
  });
}
