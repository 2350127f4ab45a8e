import { isId, type IdPrefix, parseAmount } from '@stablecoin/contracts';
import { ValidateBy } from 'class-validator/cjs/decorator/common/ValidateBy';
import { isISO31661Alpha2 } from 'class-validator/cjs/decorator/string/IsISO31661Alpha2';
import { isIpRange } from '@stablecoin/access';
import type { Schema } from './json-schema';
import { Shape } from './fields';
import type { WordList } from './words';

/** Checks a value. Returns the error as the rest of a sentence that starts with the field, or `undefined`. */
type Check = (value: unknown) => string | undefined;

/** Half of a surrogate pair, and U+0000, which not every database can keep in a text. */
const UNUSABLE = /[\p{Surrogate}\0]/u;
/** Long enough for every address of either family, so that nothing long is ever decoded. */
const ADDRESS_LENGTH_MAX = 64;
const OWNER = /^(agent|user):[!-~]{1,128}$/;
const COUNTRY_FORM = /^[A-Z]{2}$/;
const NO_COUNTRY = 'must be an ISO 3166-1 alpha-2 country code in upper case, such as "DE"';
/** User-assigned, so ISO 3166-1 does not list it. IBAN, BIC and ISO 20022 use it as well. */
const KOSOVO = 'XK';
const USER_ASSIGNED = /^(AA|Q[M-Z]|X[A-Z]|ZZ)$/;
/** The form of an amount and of an address, for the document: the money and address libraries read them. */
const AMOUNT: Schema = { type: 'string', pattern: '^\\d{1,15}(\\.\\d{1,6})?$' };
const ADDRESS: Schema = { type: 'string', pattern: '^(0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$' };
const ISO_TIME = /^(\d{4})-(\d{2})-(\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?$/;
/** A date or a time. No `anyOf` of two formats: generators of Go make no type of it. */
const TIME: Schema = {
  type: 'string',
  pattern: String.raw`^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$`,
};
/** The r, s and v of a signature. */
const SIGNATURE = /^0x[0-9a-fA-F]{130}$/;
const LIMIT = /^(?:[1-9]\d?|100)$/;
const ID_LENGTH_MAX = 64;
export const METADATA_KEYS_MAX = 20;
/** As Stripe's. `__proto__` is no key of an object in every program that reads it. */
const METADATA_KEY = /^(?!__proto__$)[^[\]\p{Cc}\p{Surrogate}]{1,40}$/u;
/** What generators of clients in other languages understand of it. */
const METADATA_KEY_SAYS = String.raw`^[^\[\]\x00-\x1f\x7f-\x9f]{1,40}$`;
const METADATA_VALUE_MAX = 500;
const METADATA: Schema = {
  type: 'object',
  additionalProperties: { type: 'string', maxLength: METADATA_VALUE_MAX },
  propertyNames: { pattern: METADATA_KEY_SAYS },
  maxProperties: METADATA_KEYS_MAX,
};

/** A decimal string greater than zero. The amounts that a payment may have are configuration, and checked later. */
export function IsAmount(): PropertyDecorator {
  return checked('amount', AMOUNT, (value) => {
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
  return checked('address', ADDRESS, (value) =>
    isAddressText(value) ? undefined : 'must be an address: EVM (0x and 40 hex digits) or Solana (base58 of 32 bytes)',
  );
}

/** The form of an ECDSA signature. The signer is checked where it is used. */
export function IsSignature(): PropertyDecorator {
  return checked('signature', { type: 'string', pattern: SIGNATURE.source }, (value) =>
    typeof value === 'string' && SIGNATURE.test(value) ? undefined : 'must be a signature: 0x and 65 bytes in hex',
  );
}

/** A list of at most `max` different addresses, by their form as {@link IsAddressText}. */
export function IsAddressList(max: number): PropertyDecorator {
  return IsListOf('addresses', ADDRESS, max, (value) => (isAddressText(value) ? undefined : 'must be an address'));
}

/** Text of `min` to `max` characters (code points, not bytes). */
export function IsText(min: number, max: number): PropertyDecorator {
  return checked('text', { type: 'string', minLength: min, maxLength: max }, (value) => {
    if (isText(value, min, max)) return undefined;
    return min === 0
      ? `must be a string of at most ${max} characters`
      : `must be a string of ${min} to ${max} characters`;
  });
}

/** Exactly one of these words. */
export function IsOneOf(list: WordList | readonly string[]): PropertyDecorator {
  const words = 'words' in list ? list.words : list;
  return checked('oneOf', wordsSchema(list), (value) =>
    isOneOf(words, value) ? undefined : `must be one of ${words.join(', ')}`,
  );
}

/** A list of different words out of these. */
export function IsListOfWords(list: WordList): PropertyDecorator {
  const { words } = list;
  return IsListOf('words', wordsSchema(list), words.length, (value) =>
    isOneOf(words, value) ? undefined : `must be one of ${words.join(', ')}`,
  );
}

/** A list of IP addresses and CIDR ranges. */
export function IsIpRangeList(max: number): PropertyDecorator {
  return IsListOf('ipRanges', { type: 'string' }, max, (value) =>
    typeof value === 'string' && isIpRange(value) ? undefined : 'must be an IP address or a CIDR range',
  );
}

/** The owner of a wallet: `agent:<name>` or `user:<id>`. */
export function IsOwner(): PropertyDecorator {
  return checked('owner', { type: 'string', pattern: OWNER.source }, (value) =>
    typeof value === 'string' && OWNER.test(value)
      ? undefined
      : 'must be agent:<name> or user:<id>, with a name or id of 1 to 128 visible ASCII characters',
  );
}

/** A country that exists, by its upper-case ISO 3166-1 alpha-2 code, or Kosovo by `XK`. */
export function IsCountryCode(): PropertyDecorator {
  return checked('country', { type: 'string', pattern: COUNTRY_FORM.source }, countryProblem);
}

/** Why a value names no country; undefined: it does. */
export function countryProblem(value: unknown): string | undefined {
  if (typeof value !== 'string' || !COUNTRY_FORM.test(value)) return NO_COUNTRY;
  if (value === KOSOVO || isISO31661Alpha2(value)) return undefined;
  return USER_ASSIGNED.test(value)
    ? `${NO_COUNTRY}; "${value}" is user-assigned and names no country (of these codes only "XK", Kosovo, is taken)`
    : NO_COUNTRY;
}

/** A time with its zone, or a date, which begins at midnight UTC. Read it with `Date.parse`. */
export function IsTime(): PropertyDecorator {
  return checked('time', TIME, (value) =>
    typeof value === 'string' && isTime(value)
      ? undefined
      : 'must be an ISO 8601 time with its zone, such as "2026-01-31T12:00:00Z"',
  );
}

/** The page size in a query. */
export function IsPageSize(): PropertyDecorator {
  return checked('limit', { type: 'integer', minimum: 1, maximum: 100 }, (value) =>
    typeof value === 'string' && LIMIT.test(value) ? undefined : 'must be a whole number from 1 to 100',
  );
}

/** What may be an id. Whether there is such an object is found out by asking for it. */
export function IsIdText(): PropertyDecorator {
  return checked('id', { type: 'string', minLength: 1, maxLength: ID_LENGTH_MAX }, (value) =>
    typeof value === 'string' && value.length > 0 && value.length <= ID_LENGTH_MAX && !UNUSABLE.test(value)
      ? undefined
      : `must be an id: a string of 1 to ${ID_LENGTH_MAX} characters`,
  );
}

/** A list of different ids of one kind of object. Whether there are such objects is found out by asking for them. */
export function IsIdList(prefix: IdPrefix, max: number): PropertyDecorator {
  return IsListOf('ids', { type: 'string', pattern: idPattern(prefix) }, max, (value) =>
    typeof value === 'string' && isId(prefix, value) ? undefined : `must be an id that begins with ${prefix}_`,
  );
}

/** A whole number within bounds in a query. Read it with `Number`. */
export function IsNumberText(min: number, max: number): PropertyDecorator {
  return checked('numberText', { type: 'integer', minimum: min, maximum: max }, (value) =>
    typeof value === 'string' && /^\d{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max
      ? undefined
      : `must be a whole number from ${min} to ${max}`,
  );
}

/** A whole number within bounds. */
export function IsWholeNumber(min: number, max: number): PropertyDecorator {
  return checked('wholeNumber', { type: 'integer', minimum: min, maximum: max }, (value) =>
    Number.isInteger(value) && Number(value) >= min && Number(value) <= max
      ? undefined
      : `must be a whole number from ${min} to ${max}`,
  );
}

/** `true` or `false`. */
export function IsTrueOrFalse(): PropertyDecorator {
  return checked('trueOrFalse', { type: 'boolean' }, (value) =>
    typeof value === 'boolean' ? undefined : 'must be true or false',
  );
}

/** A client's own notes on an object: text by key. */
export function IsMetadata(): PropertyDecorator {
  return checked('metadata', METADATA, (value) => metadataProblem(value, (key) => `.${key}`));
}

/** The same, where each entry is a parameter of the URL: `metadata[order]=1042`. */
export function IsMetadataFilter(): PropertyDecorator {
  return checked('metadataFilter', METADATA, (value) => metadataProblem(value, (key) => `[${key}]`));
}

function metadataProblem(value: unknown, placeOf: (key: string) => string): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'must be an object of strings';
  const entries = Object.entries(value);
  const [wrongKey] = entries.find(([key]) => !METADATA_KEY.test(key)) ?? [];
  if (wrongKey !== undefined) {
    return 'must have keys of 1 to 40 characters without square brackets and control characters';
  }
  if (entries.length > METADATA_KEYS_MAX) return `must have at most ${METADATA_KEYS_MAX} keys`;
  const [key] = entries.find(([, text]) => !isText(text, 0, METADATA_VALUE_MAX)) ?? [];
  return key === undefined ? undefined : `${placeOf(key)} must be a string of at most ${METADATA_VALUE_MAX} characters`;
}

/** A list of 1 to `max` different values that each pass the check. */
export function IsListOf(name: string, items: Schema, max: number, check: Check): PropertyDecorator {
  return checked(name, { type: 'array', items, minItems: 1, maxItems: max, uniqueItems: true }, (value) => {
    if (!Array.isArray(value) || value.length === 0 || value.length > max) {
      return `must be a list of 1 to ${max} values`;
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

/** No text has more code points than UTF-16 units, so that only a text that may be too long is counted. */
function isText(value: unknown, min: number, max: number): boolean {
  const fits =
    typeof value === 'string' && value.length >= min && (value.length <= max || Array.from(value).length <= max);
  return fits && !UNUSABLE.test(value);
}

function isAddressText(value: unknown): boolean {
  return typeof value === 'string' && value.length > 0 && value.length <= ADDRESS_LENGTH_MAX;
}

function isOneOf(words: readonly string[], value: unknown): boolean {
  return typeof value === 'string' && words.includes(value);
}

function wordsSchema(list: WordList | readonly string[]): Schema {
  return 'words' in list ? { $ref: `#/components/schemas/${list.name}` } : { type: 'string', enum: list };
}

/** The form of the ids of one kind of object, for the document. */
export function idPattern(prefix: IdPrefix): string {
  return `^${prefix}_[0-7][0-9A-HJKMNP-TV-Z]{25}$`;
}

/** A class-validator decorator from a check, which also tells the document what the check takes. */
export function checked(name: string, schema: Schema, check: Check): PropertyDecorator {
  const validates = ValidateBy({
    name,
    validator: {
      validate: (value) => check(value) === undefined,
      defaultMessage: (args) => check(args?.value) ?? 'is not valid',
    },
  });
  const shapes = Shape(schema);
  return (target, property) => {
    validates(target, property);
    shapes(target, property);
  };
}
