import { retryOf, ServiceError } from '@stablecoin/contracts';
import type { Retry } from '@stablecoin/contracts';
import { WrongExpectedRevisionError } from '@stablecoin/event-sourcing';
import type { ExpectedRevision } from '@stablecoin/event-sourcing';
import { fromSentError, toSentError } from '@stablecoin/messaging';
import type { SentError } from '@stablecoin/messaging';

/** What joins two threads: a port, a worker, or what a worker calls its parent. */
export interface ThreadPort {
  postMessage(message: string): void;
  on(event: 'message', listener: (message: string) => void): unknown;
}

/** Answers calls of one name. There is a signal where the caller may stop waiting. */
export type ThreadAnswer<Args extends readonly unknown[]> = (args: Args, signal: AbortSignal | undefined) => unknown;

type Frame =
  | readonly [kind: 'call', id: number, name: string, args: readonly unknown[], mayStopWaiting?: true]
  | readonly [kind: 'cancel', id: number]
  | readonly [kind: 'result', id: number, result?: unknown]
  | readonly [kind: 'error', id: number, error: CrossingError];

interface CrossingError extends SentError {
  readonly retry: Retry;
  readonly cause?: CrossingError;
  /** Of a {@link WrongExpectedRevisionError}. */
  readonly conflict?: readonly [stream: string, expected: ExpectedRevision, actual: number | 'none'];
}

/** An error of the other thread, whose class callers do not know. */
class OtherThreadError extends ServiceError {
  readonly code = 'other_thread_failed';

  constructor(
    name: string,
    message: string,
    readonly retry: Retry,
    options: ErrorOptions,
  ) {
    super(message, options);
    this.name = name;
  }
}

interface Calling {
  readonly name: string;
  readonly resolve: (result: never) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Calls between two threads of a process, in the order in which they are made. Arguments and results are JSON: what
 * crosses is one text for all that a turn of the event loop has to say, which costs less than copying objects does.
 */
export class ThreadRpc {
  readonly #answers = new Map<string, ThreadAnswer<never>>();
  readonly #calling = new Map<number, Calling>();
  readonly #answering = new Map<number, AbortController>();
  readonly #outgoing: string[] = [];
  #lastId = 0;
  #ended: Error | undefined;

  constructor(private readonly port: ThreadPort) {
    port.on('message', (text) => {
      for (const frame of JSON.parse(text) as Frame[]) this.#take(frame);
    });
  }

  /** Answers calls of that name from now on. */
  answer<Args extends readonly unknown[]>(name: string, answer: ThreadAnswer<Args>): void {
    this.#answers.set(name, answer);
  }

  /**
   * @throws what the other side throws, with its class where that is one that callers know
   * @throws TypeError when JSON cannot carry the arguments
   */
  async call<Result>(name: string, args: readonly unknown[], signal?: AbortSignal): Promise<Result> {
    signal?.throwIfAborted();
    if (this.#ended !== undefined) throw this.#ended;
    const id = ++this.#lastId;
    this.#send(signal === undefined ? ['call', id, name, args] : ['call', id, name, args, true]);
    const result = new Promise<Result>((resolve, reject) => this.#calling.set(id, { name, resolve, reject }));
    return signal === undefined ? result : this.#unlessAborted(id, result, signal);
  }

  /** Rejects all pending calls: the other thread has ended or will not answer. */
  end(error: Error): void {
    this.#ended ??= error;
    for (const { reject } of this.#calling.values()) reject(error);
    this.#calling.clear();
    for (const controller of this.#answering.values()) controller.abort();
  }

  async #unlessAborted<Result>(id: number, result: Promise<Result>, signal: AbortSignal): Promise<Result> {
    const cancel = (): void => {
      this.#calling.get(id)?.reject(signal.reason as Error);
      this.#calling.delete(id);
      this.#send(['cancel', id]);
    };
    signal.addEventListener('abort', cancel, { once: true });
    try {
      return await result;
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  }

  #take(frame: Frame): void {
    const [kind, id] = frame;
    switch (kind) {
      case 'call':
        void this.#carryOut(id, frame[2], frame[3], frame[4] === true ? this.#signalOf(id) : undefined);
        break;
      case 'cancel':
        this.#answering.get(id)?.abort();
        break;
      case 'result':
        this.#finish(id)?.resolve(frame[2] as never);
        break;
      case 'error': {
        const calling = this.#finish(id);
        calling?.reject(errorFrom(calling.name, frame[2]));
        break;
      }
    }
  }

  #finish(id: number): Calling | undefined {
    const calling = this.#calling.get(id);
    this.#calling.delete(id);
    return calling;
  }

  async #carryOut(id: number, name: string, args: readonly unknown[], signal: AbortSignal | undefined): Promise<void> {
    try {
      const answer = this.#answers.get(name);
      if (answer === undefined) throw new Error(`the other thread does not answer ${name}`);
      const result: unknown = await answer(args as never, signal);
      this.#send(result === undefined ? ['result', id] : ['result', id, result]);
    } catch (error) {
      this.#send(['error', id, crossing(error)]);
    } finally {
      this.#answering.delete(id);
    }
  }

  #signalOf(id: number): AbortSignal {
    const controller = new AbortController();
    this.#answering.set(id, controller);
    return controller.signal;
  }

  #send(frame: Frame): void {
    this.#outgoing.push(JSON.stringify(frame));
    if (this.#outgoing.length > 1) return;
    // At the end of the turn, so that all of it goes together.
    setImmediate(() => this.port.postMessage(`[${this.#outgoing.splice(0).join()}]`));
  }
}

function crossing(error: unknown): CrossingError {
  const cause = error instanceof Error && error.cause !== undefined ? { cause: crossing(error.cause) } : {};
  const sent = { ...toSentError(error), retry: retryOf(error), ...cause };
  if (!(error instanceof WrongExpectedRevisionError)) return sent;
  return { ...sent, conflict: [error.stream, error.expected, error.actual] };
}

function errorFrom(call: string, sent: CrossingError): Error {
  const { name, message, retry, conflict } = sent;
  if (conflict !== undefined) return new WrongExpectedRevisionError(...conflict);
  if (sent.code !== undefined || name === 'UnknownQueryError') return fromSentError(call, sent);
  const cause = sent.cause === undefined ? {} : { cause: errorFrom(call, sent.cause) };
  if (name === 'RangeError') return new RangeError(message, cause);
  if (name === 'TypeError') return new TypeError(message, cause);
  return new OtherThreadError(name, message, retry, cause);
}
