import { isSandboxReceiver } from '@stablecoin/security';
import type { CallResult } from './sender';

/** `/200`, and one status for each attempt: `/503/200`. */
const STATUSES = /^(\/[2-5]\d\d)+$/;

/**
 * What the sandbox answers in place of a server: the status that the URL names. Nothing is sent.
 *
 * @param attempt - 0 is the first; each has its own status in `/503/200`, and the last counts for all that follow
 * @returns null for a URL of a real server
 * @example sandboxAnswer('https://sandbox.test/503/200', 0)?.statusCode // 503
 */
export function sandboxAnswer(url: string, attempt: number): CallResult | null {
  const parsed = new URL(url);
  if (!isSandboxReceiver(parsed)) return null;
  const { pathname } = parsed;
  const statuses = STATUSES.test(pathname) ? pathname.slice(1).split('/').map(Number) : [404];
  const statusCode = statuses[Math.min(attempt, statuses.length - 1)] ?? 404;
  return {
    statusCode,
    durationMs: 0,
    error: statusCode < 300 ? null : `the endpoint answered ${statusCode}`,
    retryAfterMs: null,
    response: { body: `The sandbox answers ${statusCode}.`, truncated: false },
  };
}
