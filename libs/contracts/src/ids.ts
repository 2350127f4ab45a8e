import { hash, randomFillSync } from 'node:crypto';

/**
 * Prefixes of ids (API decisions, Shapes). `led` is a ledger entry, `dlt` a dead letter, `aud` one of the audit log, `ses` a session, `msg` a
 * message on the bus, `dep` a deposit that is or was held, `rdr` a draft of rules.
 */
export type IdPrefix =
  | ('pay' | 'wal' | 'cpl' | 'att' | 'evt' | 'whe' | 'whd' | 'apr' | 'led')
  | ('aud' | 'dep' | 'dlt' | 'key' | 'rdr' | 'ses' | 'usr' | 'req' | 'msg');

/** A prefix and a ULID: `pay_01JD8Z5M3V7T9G2K4XQW6N0B1C`. Ids of one prefix sort by time, but for wallets with an idempotency key. */
export type Id<Prefix extends IdPrefix = IdPrefix> = `${Prefix}_${string}`;

/** Crockford's base32, upper case: no I, L, O or U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Pairs of characters: every message has an id, and modulo of a large number is slow. */
const PAIRS = Array.from(ALPHABET, (first) => Array.from(ALPHABET, (second) => first + second)).flat();
/** 26 characters hold 130 bits and a ULID has 128, so the first is at most 7. */
const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
const TIME_BYTES = 6;
const TIME_DIGITS = 10;
const TIME_MAX = 2 ** (8 * TIME_BYTES) - 1;
/** The 80 bits behind the time are two halves, because a number holds 53 bits and a bigint is slow. */
const HALF = 2 ** 40;
const HALF_BYTES = 5;
const UUID_LENGTH = 36;
/** The value of a hexadecimal digit, by character code; NaN for other characters. */
const HEX = new Float64Array(128).fill(NaN);
for (let digit = 0; digit < 16; digit++) HEX[digit.toString(16).charCodeAt(0)] = digit;

/** Random bytes are drawn for 800 ids at once, because a call costs far more than the bytes. */
const pool = Buffer.alloc(800 * 2 * HALF_BYTES);
let drawn = pool.length;

/** By kind. Kinds are constants of the code, so the map is bounded. */
const shifts = new Map<string, readonly [number, number]>();

/** The latest id of this process. */
let time = -1;
let high = 0;
let low = 0;

/** How far the clock may be set back without ids going back with it. One that was wrong by more made no ids to sort by. */
const BACK_MS_MAX = 3_600_000;

/**
 * Makes an id. Ids of one process and millisecond increase by one, and while its clock is set back by up to an hour, they go on
 * from the latest.
 *
 * @param now - milliseconds since the epoch
 * @throws RangeError when `now` is not an integer of 48 bits
 */
export function newId<Prefix extends IdPrefix>(prefix: Prefix, now: number): Id<Prefix> {
  requireTime(now);
  if (now === time || (now < time && now >= time - BACK_MS_MAX)) {
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
  return write(prefix, time, high, low);
}

/**
 * Derives an id from parts: the same parts and time yield the same id in every process, so that creating an object is
 * idempotent.
 *
 * @param at - milliseconds since the epoch; ids sort by it, so it must be as constant as the parts
 * @param parts - identify the object within its kind, for example the id of the event that caused it
 * @throws RangeError when `at` is not an integer of 48 bits
 */
export function derivedId<Prefix extends IdPrefix>(
  prefix: Prefix,
  at: number,
  ...parts: readonly [string, ...string[]]
): Id<Prefix> {
  // JSON separates the parts: ('ab', 'c') and ('a', 'bc') differ.
  const [upper, lower] = halvesOf(JSON.stringify(parts));
  return write(prefix, at, upper, lower);
}

/**
 * Makes an id of a digest alone. It has the form of other ids, and does not sort by time.
 *
 * @param digest - at least 16 bytes of a keyed hash
 */
export function idFromDigest<Prefix extends IdPrefix>(prefix: Prefix, digest: Buffer): Id<Prefix> {
  const upper = digest.readUIntBE(TIME_BYTES, HALF_BYTES);
  const lower = digest.readUIntBE(TIME_BYTES + HALF_BYTES, HALF_BYTES);
  return write(prefix, digest.readUIntBE(0, TIME_BYTES), upper, lower);
}

/**
 * Derives the id of an object that follows from an event, like {@link derivedId} in a fifth of the time: the id of an event
 * is already a hash (a uuid v5), which is combined with the kind. An id of another form is hashed like any part.
 *
 * @param at - milliseconds since the epoch, constant for the event
 * @param kind - for example the type of a message; there are few
 * @param discriminator - distinguishes objects of one kind that follow from one event
 * @throws RangeError when `at` is not an integer of 48 bits
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

/** Whether a text is an id with a prefix, in canonical form. */
export function isId<Prefix extends IdPrefix>(prefix: Prefix, text: string): text is Id<Prefix> {
  return text.startsWith(`${prefix}_`) && ULID.test(text.slice(prefix.length + 1));
}

/** When an object was made, by its id, in milliseconds since the epoch; undefined for other text than an id with the prefix. */
export function madeAt(prefix: IdPrefix, text: string): number | undefined {
  if (!isId(prefix, text)) return undefined;
  const digits = text.slice(prefix.length + 1, prefix.length + 1 + TIME_DIGITS);
  return Array.from(digits).reduce((time, digit) => time * ALPHABET.length + ALPHABET.indexOf(digit), 0);
}

function write<Prefix extends IdPrefix>(prefix: Prefix, at: number, upper: number, lower: number): Id<Prefix> {
  requireTime(at);
  return `${prefix}_${base32(at, TIME_DIGITS)}${base32(upper, 8)}${base32(lower, 8)}`;
}

function requireTime(at: number): void {
  if (!Number.isInteger(at) || at < 0 || at > TIME_MAX) throw new RangeError(`an id cannot be made for the time ${at}`);
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

/** @returns NaN for text that is not lower-case hexadecimal */
function hex(text: string, from: number, to: number): number {
  let value = 0;
  // By hand, because parseInt takes twice as long, and reads "1g" as 1.
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

const PAYMENT_ID = /pay_[0-7][0-9A-HJKMNP-TV-Z]{25}/;

/**
 * The payment that something is about, for logs and traces.
 *
 * @param place - the name of a stream, or the key of a message or job, which may have the id in it
 * @param data - of the command, message or job
 */
export function paymentIdOf(place: string, data: unknown): string | undefined {
  const named =
    typeof data === 'object' && data !== null && 'paymentId' in data && typeof data.paymentId === 'string'
      ? data.paymentId
      : place;
  return PAYMENT_ID.exec(named)?.[0];
}
