import type { IncomingMessage } from 'node:http';
import { invalid } from '@stablecoin/contracts';

/**
 * Headers that have one value, by which a request is carried out. Node takes the first of two, or joins them; a proxy
 * in front may take the last.
 */
const SINGLE: ReadonlySet<string> = new Set([
  'authorization',
  'content-encoding',
  'content-length',
  'content-type',
  'host',
  'idempotency-key',
  'last-event-id',
  'svc-csrf-token',
]);

/**
 * Refuses a request that sends a header with one value on two lines.
 *
 * @throws ApiError `invalid_request`
 */
export function requireSingleHeaders({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): void {
  const seen = new Set<string>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = String(rawHeaders[at]).toLowerCase();
    if (!SINGLE.has(name)) continue;
    if (seen.has(name)) throw invalid(null, `The header ${String(rawHeaders[at])} must not be sent more than once.`);
    seen.add(name);
  }
}
