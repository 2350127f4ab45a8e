import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { AddressCollector, UnusableListError } from './parsed-list';
import type { ParsedList } from './parsed-list';
import { SdnParser } from './sdn-parser';

/** Read at once; so much takes a few milliseconds. */
const SLICE = 64 * 1_024;
/** The publisher's largest file has about 80 MB. A plain list is kept whole while it is read. */
export const LIST_BYTES_MAX = 300_000_000;
const PLAIN_BYTES_MAX = 20_000_000;

/**
 * Reads a list as it comes: `SDN.XML` or `SDN_ADVANCED.XML` of the publisher, one address per line, or a JSON array.
 * Gives way to other work after every slice.
 *
 * @param maxBytes - a longer file is refused
 * @returns what it says, which may be unusable all the same: see `requireUsable`
 * @throws UnusableListError when it is cut off, empty, of another format, not UTF-8, or too large: nothing of it counts
 */
export async function readList(
  chunks: AsyncIterable<Uint8Array>,
  { maxBytes = LIST_BYTES_MAX }: { readonly maxBytes?: number } = {},
): Promise<ParsedList> {
  const hash = createHash('sha256');
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const parser = new ListParser();
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new UnusableListError(`it is larger than ${maxBytes} bytes`);
    for (let from = 0; from < chunk.byteLength; from += SLICE) {
      const slice = chunk.subarray(from, from + SLICE);
      hash.update(slice);
      parser.write(orNotUtf8(() => decoder.decode(slice, { stream: true })));
      await setImmediate();
    }
  }
  parser.write(orNotUtf8(() => decoder.decode()));
  const list = parser.end();
  return { ...list, sha256: hash.digest('hex') };
}

function orNotUtf8(decode: () => string): string {
  try {
    return decode();
  } catch {
    throw new UnusableListError('it is not UTF-8');
  }
}

/** Finds out by its first character which format a list has. */
class ListParser {
  #parser: SdnParser | PlainParser | null = null;
  /** Blank lines before it count as lines. */
  #blank = '';

  write(text: string): void {
    if (this.#parser !== null) {
      this.#parser.write(text);
      return;
    }
    const first = text.trimStart();
    this.#blank += text.slice(0, text.length - first.length);
    if (this.#blank.length > PLAIN_BYTES_MAX) throw new UnusableListError('it begins with white space alone');
    if (first === '') return;
    this.#parser = first.startsWith('<') ? new SdnParser() : new PlainParser();
    this.#parser.write(first.startsWith('<') ? first : this.#blank + first);
  }

  end(): Omit<ParsedList, 'sha256'> {
    if (this.#parser === null) throw new UnusableListError('it is empty');
    return this.#parser.end();
  }
}

/** A list without markup: one address per line, or a JSON array of addresses. */
class PlainParser {
  readonly #parts: string[] = [];
  #length = 0;

  write(text: string): void {
    this.#length += text.length;
    if (this.#length > PLAIN_BYTES_MAX) throw new UnusableListError(`it is larger than ${PLAIN_BYTES_MAX} bytes`);
    this.#parts.push(text);
  }

  end(): Omit<ParsedList, 'sha256'> {
    const text = this.#parts.join('');
    const format = text.trimStart().startsWith('[') ? 'JSON' : 'plain';
    const collector = new AddressCollector();
    for (const { line, entry } of format === 'JSON' ? entriesOf(text) : linesOf(text)) {
      collector.add(entry, line, { uid: null, name: null, programs: [], asset: null });
    }
    const { addresses, ignored, ignoredLines, unread } = collector;
    return { format, publishedAt: null, addresses, ignored, ignoredLines, unread };
  }
}

interface Line {
  /** From 1. */
  readonly line: number;
  readonly entry: string;
}

/** Blank lines, and those that begin with `#`, count for nothing. */
function linesOf(text: string): readonly Line[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((each, index) => ({ line: index + 1, entry: each.trim() }))
    .filter(({ entry }) => entry !== '' && !entry.startsWith('#'));
}

function entriesOf(text: string): readonly Line[] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new UnusableListError('it begins like JSON and is none: it may be cut off');
  }
  if (!Array.isArray(json) || !json.every((entry) => typeof entry === 'string')) {
    throw new UnusableListError('it is JSON, but no array of addresses');
  }
  return json.map((entry: string, index) => ({ line: index + 1, entry }));
}
