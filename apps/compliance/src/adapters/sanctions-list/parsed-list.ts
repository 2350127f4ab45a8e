import { parseAddress } from '@stablecoin/contracts';
import { ServiceError } from '@stablecoin/errors';

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

/** What a list says. */
export interface ParsedList {
  readonly format: 'SDN' | 'SDN_ADVANCED' | 'JSON' | 'plain';
  /** As the publisher writes it; null where the format has none. */
  readonly publishedAt: string | null;
  /** Of the bytes, in hex. */
  readonly sha256: string;
  readonly addresses: readonly ListedAddress[];
  /** Addresses of other networks, such as Bitcoin. */
  readonly ignored: number;
  /** What should be an EVM or a Solana address and is not. */
  readonly malformed: number;
}

/** The list cannot be used: it is cut off, of another format, or too large. */
export class UnusableListError extends ServiceError {
  readonly code = 'sanctions_list_unusable';
  readonly retry = 'bounded';
}

const EVM_FORM = /^0x[0-9a-f]{40}$/i;
/** Assets whose addresses are EVM addresses. Tokens on several networks are told apart by their form. */
const EVM_ASSETS = new Set(['ETH', 'ETC', 'ARB', 'BSC', 'BASE']);
const SOLANA_ASSETS = new Set(['SOL']);

/** Reads an address as lists are compared by it: EVM addresses in lower case, Solana addresses as they are. */
export function listedForm(text: string): string | null {
  if (EVM_FORM.test(text)) return text.toLowerCase();
  const parsed = parseAddress(text);
  return 'problem' in parsed || parsed.family !== 'solana' ? null : parsed.address;
}

/** Collects addresses, and counts what is none that could be paid. */
export class AddressCollector {
  readonly addresses: ListedAddress[] = [];
  ignored = 0;
  malformed = 0;

  /** @param text - what stands where an address should */
  add(text: string, entry: Omit<ListedAddress, 'address'>): void {
    const address = listedForm(text.trim());
    if (address !== null) this.addresses.push({ address, ...entry });
    else if (isMeantForUs(text.trim(), entry.asset)) this.malformed += 1;
    else this.ignored += 1;
  }
}

function isMeantForUs(text: string, asset: string | null): boolean {
  if (asset === null) return !/^[a-zA-Z0-9]{20,100}$/.test(text) || text.startsWith('0x');
  return EVM_ASSETS.has(asset) || SOLANA_ASSETS.has(asset) || text.startsWith('0x');
}
