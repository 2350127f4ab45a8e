import { setTimeout as pause } from 'node:timers/promises';
import { CircuitBreaker, guardedConnector, HttpClient, refusedAnswerIn } from '@stablecoin/security';
import type { AllowPrivate } from '@stablecoin/security';

export interface VendorCallsOptions {
  /** What errors call it: the variable that holds its URL. */
  readonly name: string;
  /** Calls a second at most; left out: as many as there are connections. */
  readonly perSecond?: number;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** How long is waited before each further try, in milliseconds. Default: 200 and 1,000. */
  readonly retryPausesMs?: readonly number[];
  /** Private addresses that may be connected to. The operator has named the URL, so by default all. */
  readonly allow?: AllowPrivate;
}

export interface VendorCall {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What a server answered, whatever its status. */
export interface VendorAnswer {
  readonly status: number;
  /** Undefined when the body is no JSON. */
  readonly json: unknown;
}

const BYTES_MAX = 64_000;
const CONNECTIONS = 32;
const CONNECT_MS = 3_000;
/** A call that would wait longer for its turn fails at once, so that what waits is bounded. */
const WAIT_MS_MAX = 3_000;
const RETRY_PAUSES_MS = [200, 1_000];
const FAILURES = 5;
const OPEN_MS = 10_000;
const OPEN_MS_MAX = 120_000;
const MS_PER_SECOND = 1_000;

/**
 * Calls of one server that screens: at the pace that it allows, again when it fails, and not while it is known to be
 * down. Redirects are not followed.
 */
export class VendorCalls {
  readonly #options: VendorCallsOptions;
  readonly #client: HttpClient;
  readonly #breaker: CircuitBreaker;
  /** When the next call may go out, epoch milliseconds. */
  #nextAt = 0;

  constructor(options: VendorCallsOptions) {
    this.#options = options;
    const { now, allow = 'all' } = options;
    const connect = guardedConnector(allow, CONNECT_MS);
    this.#client = new HttpClient({ bytesMax: BYTES_MAX, connect, connections: CONNECTIONS });
    this.#breaker = new CircuitBreaker({ failures: FAILURES, openMs: OPEN_MS, openMsMax: OPEN_MS_MAX, now });
  }

  /**
   * Makes a call when it is its turn, and a few more tries when it fails.
   *
   * @param signal - ends the wait
   * @returns the answer, also one that refuses
   * @throws Error when there is none, it is too large or the server's own fault, and when it is not called at all,
   * because it is down or asks for a longer pause; the message never shows the URL, the key or the body
   */
  async call(call: VendorCall, signal: AbortSignal): Promise<VendorAnswer> {
    const { retryPausesMs = RETRY_PAUSES_MS } = this.#options;
    for (const pauseMs of retryPausesMs) {
      try {
        return await this.#callOnce(call, signal);
      } catch (error) {
        const isUseless = this.#breaker.state === 'open' || this.#waitMs > WAIT_MS_MAX;
        if (signal.aborted || isUseless) throw error;
        await pause(pauseMs, undefined, { signal });
      }
    }
    return this.#callOnce(call, signal);
  }

  async #callOnce(call: VendorCall, signal: AbortSignal): Promise<VendorAnswer> {
    const { name, now } = this.#options;
    if (this.#breaker.state === 'open') {
      throw new Error(`${name} keeps failing, and is asked again in ${this.#breaker.triedAgainInMs} ms`);
    }
    await this.#turn(signal);
    const { retryAfter, ...answer } = await this.#send(call, signal).catch((error: unknown) => {
      this.#breaker.failed();
      throw error;
    });
    this.#breaker.succeeded();
    if (answer.status !== 429) return answer;
    const ms = retryAfterMs(retryAfter, now());
    this.#nextAt = Math.max(this.#nextAt, now() + ms);
    throw new Error(`${name} answered 429, and takes no more calls for ${ms} ms`);
  }

  /** How long a call would wait for its turn now. */
  get #waitMs(): number {
    return Math.max(0, this.#nextAt - this.#options.now());
  }

  async #turn(signal: AbortSignal): Promise<void> {
    const { name, perSecond, now } = this.#options;
    const waitMs = this.#waitMs;
    if (waitMs > WAIT_MS_MAX) throw new Error(`${name} takes no more calls for ${waitMs} ms`);
    if (perSecond !== undefined) this.#nextAt = now() + waitMs + MS_PER_SECOND / perSecond;
    if (waitMs > 0) await pause(waitMs, undefined, { signal });
  }

  async #send({ url, ...call }: VendorCall, signal: AbortSignal): Promise<VendorAnswer & { retryAfter: unknown }> {
    const { name } = this.#options;
    try {
      const answer = await this.#client.request(url, { ...call, signal });
      const { status } = answer;
      if (status >= 500) {
        await answer.drop();
        throw new Error(`${name} answered ${status}`);
      }
      return { status, json: parse(await answer.text()), retryAfter: answer.header('retry-after') };
    } catch (error) {
      const refused = refusedAnswerIn(error);
      throw refused === undefined ? error : new Error(`${name}: ${refused.message}`, { cause: error });
    }
  }
}

const RETRY_AFTER_MS = 1_000;

/** Seconds, or a date. A server that does not say is left alone for a second. */
function retryAfterMs(header: unknown, now: number): number {
  if (typeof header !== 'string') return RETRY_AFTER_MS;
  const ms = /^\d+$/.test(header) ? Number(header) * MS_PER_SECOND : Date.parse(header) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : RETRY_AFTER_MS;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
