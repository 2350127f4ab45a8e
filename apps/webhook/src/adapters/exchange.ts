import type { Dispatcher } from 'undici';
import type { Excerpt } from '../application/sender';

/** Maximum bytes read of a response, to reuse its connection. A longer response closes the connection. */
const ANSWER_BYTES_MAX = 4_096;
/** Bytes of a response's body that are kept, to show them. */
const EXCERPT_BYTES_MAX = 1_024;

/** What ends a call that an HTTP client makes. */
export interface Call {
  abort(reason: Error): void;
}

/** The head of an answer. */
export interface Head {
  readonly statusCode: number;
  readonly retryAfter: string | undefined;
}

export interface WebhookAnswer extends Head {
  readonly excerpt: Excerpt;
}

/**
 * One request and its answer, as the HTTP client drives it: without the streams and signals that its own `request` makes for each, and
 * that would cost more than the request.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly answer: Promise<WebhookAnswer>;
  #resolve: (answer: WebhookAnswer) => void = () => undefined;
  #reject: (error: unknown) => void = () => undefined;
  #controller: Call | undefined;
  #aborted: Error | undefined;
  #head: Head | undefined;
  #bytes = 0;
  #excerpt: Buffer = Buffer.alloc(0);

  constructor() {
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  /** Aborts the call at any stage. */
  abort(reason: Error): void {
    this.#aborted = reason;
    this.#controller?.abort(reason);
    this.#end(reason);
  }

  onRequestStart(controller: Call): void {
    this.#controller = controller;
    if (this.#aborted !== undefined) controller.abort(this.#aborted);
  }

  onResponseStart(
    _controller: Call,
    statusCode: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    if (statusCode >= 200) this.#head = { statusCode, retryAfter: [headers['retry-after']].flat()[0] };
  }

  onResponseData(controller: Call, chunk: Buffer): void {
    const missing = EXCERPT_BYTES_MAX - this.#bytes;
    if (missing > 0) this.#excerpt = Buffer.concat([this.#excerpt, chunk.subarray(0, missing)]);
    this.#bytes += chunk.length;
    if (this.#bytes > ANSWER_BYTES_MAX) controller.abort(new Error('the answer is too long'));
  }

  onResponseEnd(): void {
    this.#end(new Error('there was no answer'));
  }

  onResponseError(_controller: Call, error: unknown): void {
    this.#end(error);
  }

  /** The status is the result; the rest of the response does not matter. */
  #end(reason: unknown): void {
    if (this.#head === undefined) this.#reject(reason);
    else this.#resolve({ ...this.#head, excerpt: this.#shown() });
  }

  #shown(): Excerpt {
    // As of a stream: half a character at the end is left out.
    const body = new TextDecoder().decode(this.#excerpt, { stream: true });
    return { body, truncated: this.#bytes > this.#excerpt.length };
  }
}
