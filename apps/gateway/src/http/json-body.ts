import { invalid } from '@stablecoin/contracts';

/** The largest body that is read. */
export const BODY_LIMIT_BYTES = 64 * 1024;

/** Deeper than any request of this API nests. */
const DEPTH_MAX = 16;
const JSON_TYPE = /^application\/json\s*(?:;|$)/i;
const CHARSET = /;\s*charset\s*=\s*"?([^";\s]*)/gi;
/** UTF-8 as clients write it, and what is a part of it. */
const UTF8_NAMES = /^(?:utf-?8|us-ascii)$/i;
/** Rejects invalid UTF-8, and keeps a byte order mark. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const BYTE_ORDER_MARK = '\uFEFF';
/** A body can only hold half of a surrogate pair as an escape, because half of one is no UTF-8. */
const SURROGATE_ESCAPE = /\\u[dD][89a-fA-F]/;
const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * Refuses a body that is announced as anything but JSON in UTF-8 (API decisions, Strictness).
 *
 * @throws ApiError `invalid_request`
 */
export function requireJsonContent(contentType: string | undefined, contentEncoding: string | undefined): void {
  const charsets = [...(contentType ?? '').matchAll(CHARSET)].map(([, name = '']) => name);
  if (contentType === undefined || !JSON_TYPE.test(contentType) || !charsets.every((name) => UTF8_NAMES.test(name))) {
    throw invalid(null, 'The content type must be application/json, in UTF-8.');
  }
  if (contentEncoding !== undefined && contentEncoding.toLowerCase() !== 'identity') {
    throw invalid(null, 'The body must not be compressed: send it without Content-Encoding.');
  }
}

/**
 * Parses a request body. Stricter than JSON, because fields move money: duplicate keys, a byte order mark and unpaired
 * surrogates are rejected (API decisions, Strictness).
 *
 * @returns the parsed value, or `undefined` for an empty body
 * @throws ApiError `invalid_request` with a sentence that says what is wrong
 */
export function parseJsonBody(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return undefined;
  const text = decode(bytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid(null, 'The body is not valid JSON.');
  }
  inspect(text);
  return value;
}

function decode(bytes: Uint8Array): string {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw invalid(null, 'The body is not valid UTF-8.');
  }
  if (text.startsWith(BYTE_ORDER_MARK)) throw invalid(null, 'The body must not begin with a byte order mark.');
  return text;
}

/** Finds in valid JSON what `JSON.parse` lets pass, in one pass over the text. */
function inspect(text: string): void {
  const mayHoldSurrogates = SURROGATE_ESCAPE.test(text);
  /** The keys so far of every object that is open. */
  const open: Set<string>[] = [];
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') {
      const end = endOfString(text, at);
      if (mayHoldSurrogates) refuseLoneSurrogate(text.slice(at, end));
      if (isKey(text, end)) refuseSecond(open.at(-1), text.slice(at, end));
      at = end - 1;
    } else if (character === '{' || character === '[') {
      if (character === '{') open.push(new Set());
      depth += 1;
    } else if (character === '}' || character === ']') {
      if (character === '}') open.pop();
      depth -= 1;
    }
    if (depth > DEPTH_MAX) throw invalid(null, `The body must not nest deeper than ${DEPTH_MAX} levels.`);
  }
}

/** Index after the closing quote of the string that begins at `start`. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

/** In valid JSON a string that a colon follows is a key, and no other is. */
function isKey(text: string, end: number): boolean {
  let at = end;
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at += 1;
  return text[at] === ':';
}

function refuseSecond(keys: Set<string> | undefined, quoted: string): void {
  const key = unquote(quoted);
  if (keys?.has(key)) throw invalid(key, `The body names ${JSON.stringify(key)} more than once.`);
  keys?.add(key);
}

function refuseLoneSurrogate(quoted: string): void {
  if (LONE_SURROGATE.test(unquote(quoted))) {
    throw invalid(null, 'The body holds half of a surrogate pair, which is no character.');
  }
}

function unquote(quoted: string): string {
  return quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
}
