import type { FastifyRequest } from 'fastify';

/** An encoding or `*` among those that a client accepts, with a weight that is not zero (RFC 9110, 12.5.3). */
const patternOf = (encoding: string): RegExp =>
  new RegExp(`(?:^|,)\\s*(?:${encoding}|\\*)\\s*(?:;\\s*q=(?!0(?:\\.0*)?\\s*(?:,|$))[\\d.]+\\s*)?(?:,|$)`, 'i');

const PATTERNS = { br: patternOf('br'), gzip: patternOf('gzip') } as const;

/** A content encoding that answers can have. */
export type Encoding = keyof typeof PATTERNS;

/** Whether the client takes this encoding. */
export function acceptsEncoding({ headers }: FastifyRequest, encoding: Encoding): boolean {
  return PATTERNS[encoding].test([headers['accept-encoding']].join());
}
