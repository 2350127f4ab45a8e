import type { Configuration } from './configuration';
import { isLoopback } from './plain-http';

/**
 * Whether anybody who reaches the port can say which address they come from: with a number, `TRUST_PROXY` trusts whoever
 * connects, and IP allow-lists are opened by a header.
 */
export function trustsWhoeverConnects({ trustProxy, host }: Pick<Configuration, 'trustProxy' | 'host'>): boolean {
  return typeof trustProxy === 'number' && !isLoopback(host);
}
