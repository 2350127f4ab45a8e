const SECONDS = /^\d{1,10}$/;

/**
 * The wait that a `Retry-After` header asks for (RFC 9110: seconds, or a date).
 *
 * @param now - epoch milliseconds, for a date
 * @returns milliseconds from now, never negative; null when the header is missing or neither
 */
export function retryAfterMs(header: string | undefined, now: number): number | null {
  const text = header?.trim() ?? '';
  if (SECONDS.test(text)) return Number(text) * 1_000;
  // Every form of an HTTP date names its day, which numbers alone, that `Date.parse` would take, do not.
  const at = /^[A-Z][a-z]+,? /.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
