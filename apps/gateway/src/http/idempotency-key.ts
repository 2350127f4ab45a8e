import type { FastifyRequest } from 'fastify';
import { invalid } from '@stablecoin/contracts';

const LENGTH_MAX = 255;
const QUOTED = /^"((?:[^"\\]|\\["\\])*)"$/;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The idempotency key of a request. */
export interface IdempotencyKey {
  /** The key, however it was sent; null: none. */
  readonly idempotencyKey: string | null;
  /** How earlier versions stored it, if not the same. */
  readonly formerKey: string | null;
}

/**
 * Reads the idempotency key of a request. The header may be a bare key, or a quoted string as in the draft standard
 * (RFC 9651, 3.3.3), in UTF-8 or Latin-1: `k` and `"k"` are the same key, in the body as well.
 *
 * @param inBody - `idempotency_key`
 * @throws ApiError `invalid_request` for a header that is empty, too long or quoted in part, or differs from the body
 */
export function readIdempotencyKey({ headers }: Pick<FastifyRequest, 'headers'>, inBody?: string): IdempotencyKey {
  const header = headers['idempotency-key'];
  if (header === undefined) return { idempotencyKey: inBody ?? null, formerKey: null };
  const key = valueOf(String(header));
  if (key.length === 0 || key.length > LENGTH_MAX) {
    throw invalid('idempotency_key', `The Idempotency-Key header must have 1 to ${LENGTH_MAX} characters.`);
  }
  if (inBody !== undefined && inBody !== key) {
    throw invalid('idempotency_key', 'idempotency_key and the Idempotency-Key header must not differ.');
  }
  return { idempotencyKey: key, formerKey: key === header ? null : String(header) };
}

function valueOf(header: string): string {
  const text = decoded(header);
  if (!text.includes('"')) return text;
  const quoted = QUOTED.exec(text)?.[1];
  if (quoted === undefined) {
    throw invalid(
      'idempotency_key',
      'A quote in the Idempotency-Key header must enclose the whole key: send "order-1042" or order-1042.',
    );
  }
  return quoted.replace(/\\(.)/g, '$1');
}

/** Node reads headers as Latin-1. Most clients send UTF-8, as they do in the body. */
function decoded(header: string): string {
  try {
    return utf8.decode(Buffer.from(header, 'latin1'));
  } catch {
    return header;
  }
}
