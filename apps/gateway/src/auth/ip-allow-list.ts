import ipaddr from 'ipaddr.js';
import { isIP } from 'node:net';

type Range = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Whether a text is an address or a CIDR range that a key can be bound to. */
export function isIpRange(text: string): boolean {
  const [address = '', ...prefix] = text.split('/');
  // ipaddr.js also reads spellings such as 127.1 or 0x7f.1, which nobody means.
  return isIP(address) !== 0 && prefix.length <= 1 && (prefix.length === 0 || ipaddr.isValidCIDR(text));
}

/** The addresses that a key may be used from. */
export class IpAllowList {
  readonly #ranges: readonly Range[];

  /** @param entries - addresses and CIDR ranges, for which {@link isIpRange} holds */
  constructor(entries: readonly string[]) {
    this.#ranges = entries.map((entry) => {
      const [address, bits] = ipaddr.parseCIDR(
        entry.includes('/') ? entry : `${entry}/${isIP(entry) === 4 ? 32 : 128}`,
      );
      return [address, bits];
    });
  }

  allows(ip: string): boolean {
    if (isIP(ip) === 0) return false;
    // An IPv4 client of a socket that listens on IPv6 appears as ::ffff:192.0.2.1.
    const address = ipaddr.process(ip);
    return this.#ranges.some(([range, bits]) => {
      if (address instanceof ipaddr.IPv4) return range instanceof ipaddr.IPv4 && address.match(range, bits);
      return range instanceof ipaddr.IPv6 && address.match(range, bits);
    });
  }
}
