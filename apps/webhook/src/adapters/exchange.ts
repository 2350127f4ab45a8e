import type { Dispatcher } from 'undici';

/** Maximum bytes read of a response, to reuse its connection. A longer response closes the connection. */
const ANSWER_BYTES_MAX = 4_096;

/** The head of an answer. */
export interface Answer {
  readonly statusCode: number;
  readonly retryAfter: string | undefined;
}

/**
 * One request and its answer, as the HTTP client drives it: without the streams and signals that its own `request` makes for each, and
 * that would cost more than the request.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly answer: Promise<Answer>;
  #resolve: (answer: Answer) => void = () => undefined;
  #reject: (error: unknown) => void = () => undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #aborted: Error | undefined;
  #head: Answer | undefined;
  #bytes = 0;

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

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#aborted !== undefined) controller.abort(this.#aborted);
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    statusCode: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    if (statusCode >= 200) this.#head = { statusCode, retryAfter: [headers['retry-after']].flat()[0] };
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes > ANSWER_BYTES_MAX) controller.abort(new Error('the answer is too long'));
  }

  onResponseEnd(): void {
    this.#end(new Error('there was no answer'));
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#end(error);
  }

  /** The status is the result; the rest of the response does not matter. */
  #end(reason: Error): void {
    if (this.#head === undefined) this.#reject(reason);
    else this.#resolve(this.#head);
  }
}
