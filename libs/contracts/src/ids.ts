import { hash, randomFillSync } from 'node:crypto';

/** What an id names (API decisions, Shapes); `led` is a ledger entry, `msg` a message on the bus. */
export type IdPrefix = 'pay' | 'wal' | 'cpl' | 'att' | 'evt' | 'whe' | 'whd' | 'apr' | 'led' | 'key' | 'req' | 'msg';

/** A prefix and a ULID: `pay_01JD8Z5M3V7T9G2K4XQW6N0B1C`. Ids of one prefix sort as text in the order of their time. */
export type Id<Prefix extends IdPrefix = IdPrefix> = `${Prefix}_${string}`;

/** Crockford's base32, upper case: no I, L, O or U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Two characters at once: every message has an id, and the remainder of a large number is slow to come by. */
const PAIRS = Array.from(ALPHABET, (first) => Array.from(ALPHABET, (second) => first + second)).flat();
/** 26 characters hold 130 bits and a ULID has 128, so the first is at most 7. */
const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
const TIME_MAX = 2 ** 48 - 1;
/** The 80 bits behind the time are two halves, because a number holds 53 bits and a bigint is slow. */
const HALF = 2 ** 40;
const HALF_BYTES = 5;
const UUID_LENGTH = 36;
/** What a hexadecimal digit is worth, by its character; NaN for any other. */
const HEX = new Float64Array(128).fill(NaN);
for (let digit = 0; digit < 16; digit++) HEX[digit.toString(16).charCodeAt(0)] = digit;

/** Asking the system for randomness costs far more than the bytes do: 800 ids are drawn at once. */
const pool = Buffer.alloc(800 * 2 * HALF_BYTES);
let drawn = pool.length;

/** By kind of what follows from events: as many as there are in the code, none comes from outside. */
const shifts = new Map<string, readonly [number, number]>();

/** The latest id of this process. */
let time = -1;
let high = 0;
let low = 0;

/**
 * Makes an id. Ids of one millisecond that follow each other in one process grow too, by one.
 *
 * @param now - milliseconds since the epoch
 * @throws RangeError when `now` is no whole number of 48 bits
 */
export function newId<Prefix extends IdPrefix>(prefix: Prefix, now: number): Id<Prefix> {
  if (now === time) {
    low += 1;
    if (low === HALF) {
      low = 0;
      high += 1;
    }
  } else {
    // The topmost bit stays clear, so that no run of increments can overflow.
    high = randomHalf() % (HALF / 2);
    low = randomHalf();
    time = now;
  }
  return write(prefix, now, high, low);
}

/**
 * Makes the id that follows from its parts: the same parts at the same time are the same id in every process, so that
 * making a thing twice is making it once.
 *
 * @param at - milliseconds since the epoch; what the thing is ordered by, so it has to be as fixed as the parts are
 * @param parts - what identifies the thing among its kind, for example the id of the event that caused it
 * @throws RangeError when `at` is no whole number of 48 bits
 */
export function derivedId<Prefix extends IdPrefix>(
  prefix: Prefix,
  at: number,
  ...parts: readonly [string, ...string[]]
): Id<Prefix> {
  // JSON keeps the parts apart: ('ab', 'c') and ('a', 'bc') are different things.
  const [upper, lower] = halvesOf(JSON.stringify(parts));
  return write(prefix, at, upper, lower);
}

/**
 * Makes the id of what follows from an event, as {@link derivedId} does from any parts, in a fifth of the time: the id of
 * an event is a hash already (a uuid v5), which the kind of what follows shifts. An id of another form is hashed like
 * any part.
 *
 * @param at - milliseconds since the epoch, as fixed as the event is
 * @param kind - the type of a message, for example; there are few of them
 * @param discriminator - tells things of one kind apart that follow from one event
 * @throws RangeError when `at` is no whole number of 48 bits
 */
export function idFromEvent<Prefix extends IdPrefix>(
  prefix: Prefix,
  at: number,
  eventId: string,
  kind: string,
  discriminator = '',
): Id<Prefix> {
  // Ten digits before the version and ten behind the variant, because these two are not of the hash.
  const upper = hex(eventId, 0, 8) * 256 + hex(eventId, 9, 11);
  const lower = hex(eventId, 24, 34);
  const isHash = eventId.length === UUID_LENGTH && eventId[14] === '5' && !Number.isNaN(upper + lower);
  if (!isHash || discriminator !== '') return derivedId(prefix, at, eventId, kind, discriminator);
  const [shiftUpper, shiftLower] = shiftOf(kind);
  return write(prefix, at, (upper + shiftUpper) % HALF, (lower + shiftLower) % HALF);
}

/** Whether a text is an id of that prefix, in the one spelling that ids are made in. */
export function isId<Prefix extends IdPrefix>(prefix: Prefix, text: string): text is Id<Prefix> {
  return text.startsWith(`${prefix}_`) && ULID.test(text.slice(prefix.length + 1));
}

function write<Prefix extends IdPrefix>(prefix: Prefix, at: number, upper: number, lower: number): Id<Prefix> {
  if (!Number.isInteger(at) || at < 0 || at > TIME_MAX) throw new RangeError(`an id cannot be made for the time ${at}`);
  return `${prefix}_${base32(at, 10)}${base32(upper, 8)}${base32(lower, 8)}`;
}

function shiftOf(kind: string): readonly [number, number] {
  let shift = shifts.get(kind);
  if (shift === undefined) {
    shift = halvesOf(kind);
    shifts.set(kind, shift);
  }
  return shift;
}

function halvesOf(text: string): readonly [number, number] {
  const digest = hash('sha256', text, 'hex');
  const digits = 2 * HALF_BYTES;
  return [parseInt(digest.slice(0, digits), 16), parseInt(digest.slice(digits, 2 * digits), 16)];
}

/** @returns NaN for what is not written in lower-case digits */
function hex(text: string, from: number, to: number): number {
  let value = 0;
  // By hand, because parseInt takes twice as long, and takes "1g" for 1.
  for (let i = from; i < to; i++) value = value * 16 + (HEX[text.charCodeAt(i)] ?? NaN);
  return value;
}

/** @param length - an even number of characters */
function base32(value: number, length: number): string {
  let text = '';
  let rest = value;
  for (let i = 0; i < length; i += 2) {
    const next = Math.floor(rest / PAIRS.length);
    text = (PAIRS[rest - next * PAIRS.length] ?? '') + text;
    rest = next;
  }
  return text;
}

function randomHalf(): number {
  if (drawn === pool.length) {
    randomFillSync(pool);
    drawn = 0;
  }
  const half = pool.readUIntBE(drawn, HALF_BYTES);
  drawn += HALF_BYTES;
  return half;
}
