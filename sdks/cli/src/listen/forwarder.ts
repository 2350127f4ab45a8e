import type { WebhookEvent } from 'stablecoin-payments';
import { send } from '../http.js';
import { signedHeaders } from './signature.js';

/** How a delivery has ended. */
export type Outcome =
  | { readonly kind: 'answered'; readonly status: number; readonly durationMs: number }
  | { readonly kind: 'given_up'; readonly status: number; readonly attempts: number };

/** Why a delivery is made again. */
export interface Attempt {
  /** The status; null without an answer. */
  readonly status: number | null;
  readonly reason: string;
  readonly delayMs: number;
}

export interface ForwarderOptions {
  readonly url: string;
  readonly secret: string;
  readonly signal: AbortSignal;
  /** Is told of every attempt that is made again. */
  readonly onRetry: (event: WebhookEvent, attempt: Attempt) => void;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** How often a receiver is asked that answers 429 or 5xx. One that does not answer at all is waited for. */
export const ATTEMPTS_MAX = 8;
const BACKOFF_MS = { first: 250, max: 10_000 };
/** As for webhook endpoints. */
const ANSWER_WITHIN_MS = 15_000;

/** Delivers events to a local receiver, one after the other. */
export class Forwarder {
  constructor(private readonly options: ForwarderOptions) {}

  /**
   * Delivers an event until the receiver has answered. Waits for as long as it cannot be reached.
   *
   * @throws the reason of the signal
   */
  async deliver(event: WebhookEvent): Promise<Outcome> {
    const { signal, onRetry, sleep } = this.options;
    for (let attempt = 1, refused = 0; ; attempt++) {
      signal.throwIfAborted();
      const startedAt = performance.now();
      const answer = await this.#post(event);
      if (typeof answer === 'number') {
        if (!isRetried(answer)) {
          return { kind: 'answered', status: answer, durationMs: Math.round(performance.now() - startedAt) };
        }
        if (++refused >= ATTEMPTS_MAX) return { kind: 'given_up', status: answer, attempts: refused };
      }
      const delayMs = Math.min(BACKOFF_MS.max, BACKOFF_MS.first * 2 ** Math.min(attempt - 1, 10));
      const status = typeof answer === 'number' ? answer : null;
      onRetry(event, { status, reason: status === null ? String(answer) : `it answered ${status}`, delayMs });
      await sleep(delayMs, signal);
    }
  }

  /** The status, or why there is none. */
  async #post(event: WebhookEvent): Promise<number | string> {
    const { url, secret, signal } = this.options;
    const body = JSON.stringify(event);
    // Node 20 may never fire a combination of AbortSignal.any and AbortSignal.timeout, so this has a timer of its own.
    const controller = new AbortController();
    const cancel = (): void => controller.abort();
    signal.addEventListener('abort', cancel, { once: true });
    const timer = setTimeout(cancel, ANSWER_WITHIN_MS);
    try {
      const headers = signedHeaders(event.id, body, secret, Date.now());
      const answer = await send(new URL(url), { method: 'POST', headers, body, signal: controller.signal });
      answer.destroy();
      return answer.statusCode ?? 0;
    } catch (error) {
      signal.throwIfAborted();
      return controller.signal.aborted ? `it has not answered within ${ANSWER_WITHIN_MS} ms` : causeOf(error);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
    }
  }
}

function isRetried(status: number): boolean {
  return status === 429 || status >= 500;
}

function causeOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return `it cannot be reached (${code ?? message})`;
}
