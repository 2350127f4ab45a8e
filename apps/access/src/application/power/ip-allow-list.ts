import ipaddr from 'ipaddr.js';
import { isIP } from 'node:net';

type Range = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

/** `::ffff:0:0/96` is all of IPv4. */
const MAPPED_BITS = 96;

/** Whether a text is an address or a CIDR range that a key can be bound to. */
export function isIpRange(text: string): boolean {
  const [address = '', ...prefix] = text.split('/');
  // ipaddr.js also accepts spellings such as 127.1 or 0x7f.1, which are probably mistakes.
  return isIP(address) !== 0 && prefix.length <= 1 && (prefix.length === 0 || ipaddr.isValidCIDR(text));
}

/** The addresses that a key may be used from. An IPv4-mapped address or range counts as the IPv4 one that it is. */
export class IpAllowList {
  readonly #ranges: readonly Range[];

  /** @param entries - addresses and CIDR ranges, for which {@link isIpRange} holds */
  constructor(entries: readonly string[]) {
    this.#ranges = entries.map(rangeOf);
  }

  allows(ip: string): boolean {
    return isIP(ip) !== 0 && this.covers(ip);
  }

  /**
   * Whether one of the ranges holds every address of another range. Ranges are not added up: two halves of a network do
   * not cover the whole.
   *
   * @param entry - an address or a CIDR range, for which {@link isIpRange} holds
   */
  covers(entry: string): boolean {
    const [address, bits] = rangeOf(entry);
    return this.#ranges.some(([range, prefix]) => prefix <= bits && isWithin(address, range, prefix));
  }
}

function rangeOf(entry: string): Range {
  const [address, bits] = ipaddr.parseCIDR(entry.includes('/') ? entry : `${entry}/${isIP(entry) === 4 ? 32 : 128}`);
  // An IPv4 client of a socket that listens on IPv6 appears as ::ffff:192.0.2.1.
  const isMapped = address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= MAPPED_BITS;
  return isMapped ? [address.toIPv4Address(), bits - MAPPED_BITS] : [address, bits];
}

function isWithin(address: Range[0], range: Range[0], prefix: number): boolean {
  if (address instanceof ipaddr.IPv4) return range instanceof ipaddr.IPv4 && address.match(range, prefix);
  return range instanceof ipaddr.IPv6 && address.match(range, prefix);
}
