import type { AllowPrivate, Resolve } from '@stablecoin/security';
import { Pool } from 'undici';
import { BoundedCache } from '../application/bounded-cache';
import type { CallResult, Sender, WebhookCall } from '../application/sender';
import { EgressRefusedError, guardedConnector, isUnaskedContinue, NOWHERE } from '@stablecoin/security';
import { ServiceError } from '@stablecoin/contracts';
import { CALL_HEADERS } from '../domain/call-headers';
import { Exchange } from './exchange';
import { postByNode } from './post-by-node';
import { retryAfterMs } from './retry-after';

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
class NoAnswerError extends ServiceError {
  readonly code = 'webhook_endpoint_timeout';
  readonly retry = 'bounded';

  constructor(timeoutMs: number) {
    super(`no answer within ${timeoutMs} ms`);
  }
}

const KEEP_ALIVE_MS = 30_000;
/** URLs that are kept in their parts. */
const URLS_MAX = 1_000;
/** Origins that are remembered to send `100 Continue` first. */
const CONTINUING_MAX = 1_000;

/** Posts webhooks: connections are kept per origin, redirects are not followed, of an answer the beginning is kept. */
export class WebhookSender implements Sender {
  readonly #options: WebhookSenderOptions;
  readonly #pools: BoundedCache<Pool>;
  readonly #urls = new BoundedCache<URL>(URLS_MAX);
  /** Origins that send `100 Continue` first: they are called by Node's client. */
  readonly #continuing = new BoundedCache<true>(CONTINUING_MAX);
  /** Calls under way, by the signal that ends them: it is listened to once. */
  readonly #underWay = new WeakMap<AbortSignal, Set<Exchange>>();

  constructor(options: WebhookSenderOptions) {
    this.#options = options;
    this.#pools = new BoundedCache(options.poolsMax ?? 256, (pool) => void pool.close());
  }

  /** Origins to which connections are kept now. */
  get origins(): number {
    return this.#pools.size;
  }

  /**
   * Makes one call.
   *
   * @param signal - aborts the call, without a result
   * @throws the reason of the signal; every other outcome is a result
   */
  async send({ url, headers, body, allow }: WebhookCall, signal: AbortSignal): Promise<CallResult> {
    signal.throwIfAborted();
    const parsed = this.#urls.get(url, () => new URL(url));
    const { timeoutMs, now } = this.#options;
    const began = performance.now();
    const exchange = new Exchange();
    const underWay = this.#endedBy(signal).add(exchange);
    const timer = setTimeout(() => exchange.abort(new NoAnswerError(timeoutMs)), timeoutMs);
    const result = (outcome: Omit<CallResult, 'durationMs'>): CallResult => {
      return { ...outcome, durationMs: Math.round(performance.now() - began) };
    };
    try {
      this.#post(parsed, { ...CALL_HEADERS, ...headers }, body, allow, exchange);
      const { statusCode, retryAfter, excerpt } = await exchange.answer;
      // Where a call may go anywhere inside, nobody is shown what is there.
      const response = allow === 'all' ? null : excerpt;
      if (statusCode >= 200 && statusCode < 300) {
        return result({ statusCode, error: null, retryAfterMs: null, response });
      }
      const error = `the endpoint answered ${statusCode}`;
      return result({ statusCode, error, retryAfterMs: retryAfterMs(retryAfter, now()), response });
    } catch (error) {
      signal.throwIfAborted();
      if (isUnaskedContinue(error)) {
        // It may have taken the event, and gets it twice: only this once.
        this.#continuing.get(parsed.origin, () => true);
        return await this.send({ url, headers, body, allow }, signal);
      }
      return result({ statusCode: null, error: describe(error), retryAfterMs: null, response: null });
    } finally {
      clearTimeout(timer);
      underWay.delete(exchange);
    }
  }

  /** Closes every connection. Calls under way are ended by their signal. */
  async close(): Promise<void> {
    await Promise.all(Array.from(this.#pools.values(), (pool) => pool.destroy()));
  }

  /** The calls that a signal ends. */
  #endedBy(signal: AbortSignal): Set<Exchange> {
    const known = this.#underWay.get(signal);
    if (known !== undefined) return known;
    const exchanges = new Set<Exchange>();
    this.#underWay.set(signal, exchanges);
    signal.addEventListener('abort', () => exchanges.forEach((each) => each.abort(new Error('the service stops'))));
    return exchanges;
  }

  #post(url: URL, headers: WebhookCall['headers'], body: string, allow: AllowPrivate, exchange: Exchange): void {
    const { timeoutMs, resolve } = this.#options;
    if (this.#continuing.has(url.origin)) {
      postByNode(guardedConnector(allow, timeoutMs, resolve), { url, headers, body }, exchange);
    } else {
      const path = url.pathname + url.search;
      this.#pool(url.origin, allow).dispatch({ path, method: 'POST', headers, body }, exchange);
    }
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
  ENOTFOUND: NOWHERE,
  EAI_AGAIN: 'the name could not be resolved',
  ETIMEDOUT: 'the connection timed out',
  UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
};

/** The reason of a failed call, for the owner of the endpoint. It reveals nothing about our network. */
function describe(error: unknown): string {
  if (error instanceof EgressRefusedError || error instanceof NoAnswerError) return error.message;
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'unknown error';
  return WORDS[code] ?? `the call failed: ${code}`;
}
