import ipaddr from 'ipaddr.js';

/** Which addresses that are not public a customer's URL may lead to. */
export type AllowPrivate = 'none' | 'loopback' | 'all';

/** Public by its number, yet it answers from inside: the platform service of Azure's hosts. */
const INTERNAL = new Set(['168.63.129.16']);
/** Global unicast; everything else in IPv6 is for special use or not assigned. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether a connection to an address is to be refused, so that nobody reaches what is inside through a URL of theirs
 * (API decisions, Webhook retries). What is not known to be public is refused: loopback, private, link-local (with the
 * metadata services of the clouds), carrier-grade NAT, multicast, unspecified, reserved, and the IPv6 forms that lead
 * on to an IPv4 address (NAT64, 6to4, Teredo). An IPv4-mapped address is judged as the IPv4 address that it is.
 *
 * @param address - an IP address, IPv6 without brackets
 * @returns what kind of address it is, in a word; null: it may be connected to
 */
export function refusedAddress(address: string, allow: AllowPrivate): string | null {
  if (allow === 'all') return null;
  if (!ipaddr.isValid(address)) return 'invalid';
  const parsed = ipaddr.process(address);
  const range = parsed.range();
  if (range === 'loopback') return allow === 'loopback' ? null : range;
  if (range !== 'unicast') return range;
  if (INTERNAL.has(parsed.toString())) return 'internal';
  if (parsed.kind() === 'ipv6' && !parsed.match(GLOBAL_UNICAST)) return 'reserved';
  return null;
}
