import type { AllowPrivate } from '@stablecoin/platform';
import { Pool } from 'undici';
import { BoundedCache } from '../application/bounded-cache';
import { EgressRefusedError, guardedConnector } from './egress-guard';
import type { Resolve } from './egress-guard';
import { retryAfterMs } from './retry-after';

export interface WebhookCall {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly allow: AllowPrivate;
}

/** What came of a call. Only 2xx is no error. */
export interface CallResult {
  readonly statusCode: number | null;
  readonly durationMs: number;
  readonly error: string | null;
  readonly retryAfterMs: number | null;
}

export interface WebhookSenderOptions {
  /** For everything: name, connection, TLS, answer. */
  readonly timeoutMs: number;
  readonly now: () => number;
  /** Origins that connections are kept open to. Default 256. */
  readonly poolsMax?: number;
  /** Connections to one origin. Default 64. */
  readonly connectionsMax?: number;
  readonly resolve?: Resolve;
}

/** The endpoint took too long. */
class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';

  constructor(timeoutMs: number) {
    super(`no answer within ${timeoutMs} ms`);
  }
}

/** What is read of an answer, so that its connection can be used again; a longer one costs the connection. */
const ANSWER_BYTES_MAX = 4_096;
const KEEP_ALIVE_MS = 30_000;

/** Posts webhooks: connections are kept per origin, redirects are not followed, answers are not kept. */
export class WebhookSender {
  readonly #options: WebhookSenderOptions;
  readonly #pools: BoundedCache<Pool>;

  constructor(options: WebhookSenderOptions) {
    this.#options = options;
    this.#pools = new BoundedCache(options.poolsMax ?? 256, (pool) => void pool.close());
  }

  /** Origins to which connections are kept now. */
  get origins(): number {
    return this.#pools.size;
  }

  /**
   * Calls once.
   *
   * @param signal - ends the call, without a result
   * @throws the signal's reason; whatever else happens is a result
   */
  async send({ url, headers, body, allow }: WebhookCall, signal: AbortSignal): Promise<CallResult> {
    const { origin, pathname, search } = new URL(url);
    const { timeoutMs, now } = this.#options;
    const began = performance.now();
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(new NoAnswerError(timeoutMs)), timeoutMs);
    const result = (outcome: Omit<CallResult, 'durationMs'>): CallResult => {
      return { ...outcome, durationMs: Math.round(performance.now() - began) };
    };
    try {
      const response = await this.#pool(origin, allow).request({
        path: pathname + search,
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': 'stablecoin-payments-webhooks/1', ...headers },
        body,
        signal: AbortSignal.any([signal, timeout.signal]),
      });
      // The status is the answer; what becomes of the rest changes nothing.
      await response.body.dump({ limit: ANSWER_BYTES_MAX }).catch(() => undefined);
      const { statusCode } = response;
      if (statusCode >= 200 && statusCode < 300) return result({ statusCode, error: null, retryAfterMs: null });
      const retryAfter = [response.headers['retry-after']].flat()[0];
      const error = `the endpoint answered ${statusCode}`;
      return result({ statusCode, error, retryAfterMs: retryAfterMs(retryAfter, now()) });
    } catch (error) {
      signal.throwIfAborted();
      return result({ statusCode: null, error: describe(error), retryAfterMs: null });
    } finally {
      clearTimeout(timer);
    }
  }

  /** Closes every connection. Calls under way are ended by their signal. */
  async close(): Promise<void> {
    await Promise.all(Array.from(this.#pools.values(), (pool) => pool.destroy()));
  }

  #pool(origin: string, allow: AllowPrivate): Pool {
    const { timeoutMs, connectionsMax = 64, resolve } = this.#options;
    return this.#pools.get(`${allow} ${origin}`, () => {
      return new Pool(origin, {
        connect: guardedConnector(allow, timeoutMs, resolve),
        connections: connectionsMax,
        keepAliveTimeout: KEEP_ALIVE_MS,
      });
    });
  }
}

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed',
  UND_ERR_SOCKET: 'the connection was closed',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the host cannot be reached',
  ENOTFOUND: 'the name was not found',
  EAI_AGAIN: 'the name could not be resolved',
  ETIMEDOUT: 'the connection timed out',
  UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
};

/** Why there was no answer, for the endpoint's owner: nothing of what is inside. */
function describe(error: unknown): string {
  if (error instanceof EgressRefusedError || error instanceof NoAnswerError) return error.message;
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'unknown error';
  return WORDS[code] ?? `the call failed: ${code}`;
}
