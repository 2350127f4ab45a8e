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
  if (list.addresses.length === 0 && list.malformed > 0) throw new UnusableListError('none of its addresses is one');
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

  write(text: string): void {
    const given = this.#parser === null ? text.trimStart() : text;
    if (given === '') return;
    this.#parser ??= given.startsWith('<') ? new SdnParser() : new PlainParser();
    this.#parser.write(given);
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
    const format = text.startsWith('[') ? 'JSON' : 'plain';
    const collector = new AddressCollector();
    for (const entry of format === 'JSON' ? entriesOf(text) : linesOf(text)) {
      collector.add(entry, { uid: null, name: null, programs: [], asset: null });
    }
    const { addresses, ignored, malformed } = collector;
    return { format, publishedAt: null, addresses, ignored, malformed };
  }
}

/** Blank lines and comments count for nothing. */
function linesOf(text: string): readonly string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}

function entriesOf(text: string): readonly string[] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new UnusableListError('it begins like JSON and is none: it may be cut off');
  }
  if (!Array.isArray(json) || !json.every((entry) => typeof entry === 'string')) {
    throw new UnusableListError('it is JSON, but no array of addresses');
  }
  return json;
}
