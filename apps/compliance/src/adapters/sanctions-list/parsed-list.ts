import { ServiceError } from '@stablecoin/contracts';
import { readAddresses } from './read-addresses';

/** An address that a list names. */
export interface ListedAddress {
  /** An EVM address in lower case, or a Solana address. */
  readonly address: string;
  /** The entry's own number; null in plain lists. */
  readonly uid: string | null;
  readonly name: string | null;
  readonly programs: readonly string[];
  /** The asset that the entry names, such as ETH; an EVM address counts on every EVM chain whatever it is. */
  readonly asset: string | null;
}

/** What may be an address that can be paid, and cannot be read. */
export interface Unread {
  /** Of the file, from 1; in a JSON array the place of the entry. */
  readonly line: number;
  readonly text: string;
}

/** What a list says. */
export interface ParsedList {
  readonly format: 'SDN' | 'SDN_ADVANCED' | 'JSON' | 'plain';
  /** As the publisher writes it; null where the format has none. */
  readonly publishedAt: string | null;
  /** Of the bytes, in hex. */
  readonly sha256: string;
  readonly addresses: readonly ListedAddress[];
  /** Lines and fields without an address that can be paid, such as those of Bitcoin. */
  readonly ignored: number;
  /** Where the first of them stand. */
  readonly ignoredLines: readonly number[];
  /** The first of those that cannot be read. */
  readonly unread: readonly Unread[];
}

/** The list cannot be used: it is cut off, of another format, too large, or names nobody. */
export class UnusableListError extends ServiceError {
  readonly code = 'sanctions_list_unusable';
  readonly retry = 'bounded';
}

/** Assets whose addresses can be paid here, so that one which cannot be read is no other network's. */
const OWN_ASSETS = new Set(['ETH', 'ETC', 'ARB', 'BSC', 'BASE', 'SOL']);
const IGNORED_LINES_MAX = 20;
const UNREAD_MAX = 1_000;
const UNREAD_LENGTH_MAX = 100;

type Entry = Omit<ListedAddress, 'address'>;

/** Collects addresses, and what is none. */
export class AddressCollector {
  readonly addresses: ListedAddress[] = [];
  readonly ignoredLines: number[] = [];
  readonly unread: Unread[] = [];
  ignored = 0;

  /** @param text - what stands where an address should, with what is around it */
  add(text: string, line: number, entry: Entry): void {
    const found = readAddresses(text);
    for (const address of found.addresses) this.addresses.push({ address, ...entry });
    const unread = this.#unreadIn(text, found, entry.asset);
    if (unread !== null) this.cannotRead(unread, line);
    else if (found.addresses.length === 0) this.#ignore(line);
  }

  /** Takes the addresses from a text that need not have any. */
  scan(text: string, entry: Entry): void {
    for (const address of readAddresses(text).addresses) this.addresses.push({ address, ...entry });
  }

  cannotRead(text: string, line: number): void {
    if (this.unread.length < UNREAD_MAX) this.unread.push({ line, text: text.slice(0, UNREAD_LENGTH_MAX) });
  }

  #unreadIn(
    text: string,
    { addresses, unread }: ReturnType<typeof readAddresses>,
    asset: string | null,
  ): string | null {
    if (asset === null) return unread;
    // The asset says of which network it is; one that is not known here may be of any form, except that of EVM.
    if (OWN_ASSETS.has(asset)) return addresses.length === 0 ? text : unread;
    return unread !== null && /^0x/i.test(unread) ? unread : null;
  }

  #ignore(line: number): void {
    this.ignored += 1;
    if (this.ignoredLines.length < IGNORED_LINES_MAX) this.ignoredLines.push(line);
  }
}
