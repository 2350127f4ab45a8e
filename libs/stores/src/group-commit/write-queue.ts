import { NotWrittenError, WritingState } from '@stablecoin/event-sourcing';
import { isAppend, type Append, type GroupedWrite } from './writes';

/** Maximum waiting requests. Above it, requests are rejected: the disk is too slow. */
export const WAITING_MAX = 50_000;

/** What the writer has done since it was started. */
export interface WriterStatistics {
  /** Appends and snapshots that are on the disk. */
  readonly requests: number;
  /** Transactions that they shared. */
  readonly transactions: number;
  /** Requests that wait or are being written now. */
  readonly waiting: number;
}

export interface WriterListener {
  /** A group was flushed. Called before the waiters of its requests resolve. */
  written(group: readonly GroupedWrite[]): void;
  /**
   * The writer ended before everything was written. Nothing more can be written.
   *
   * @param closing - whether it was told to close
   */
  lost(error: Error, closing: boolean): void;
}

/** Resolves when a number of requests is flushed. */
interface FlushWaiter {
  readonly requests: number;
  readonly reached: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** The writes of a store that are not flushed, in order, and those who wait for them. */
export class WriteQueue {
  /** Whether writes succeed at present. Waiting requests are retried. */
  readonly writing = new WritingState();
  readonly #waiting: GroupedWrite[] = [];
  /** In their order. */
  readonly #flushWaiters: FlushWaiter[] = [];
  /** Why further requests are rejected. */
  #refusal: Error | undefined;
  /** Set when the writer has ended and nothing can be written any more. */
  #loss: Error | undefined;
  /** Whether the writer was told to end, or has ended. */
  #ended = false;
  #requests = 0;
  #transactions = 0;

  constructor(private readonly listener: WriterListener) {}

  get statistics(): WriterStatistics {
    return { requests: this.#requests, transactions: this.#transactions, waiting: this.#waiting.length };
  }

  /** The requests that are not flushed, in order. */
  get waiting(): readonly GroupedWrite[] {
    return this.#waiting;
  }

  get isClosing(): boolean {
    return this.#refusal !== undefined;
  }

  get hasEnded(): boolean {
    return this.#ended;
  }

  /** @throws the reason why a request would be rejected now */
  check(): void {
    const refusal = this.#refusal ?? this.writing.problem;
    if (refusal !== undefined) throw refusal;
    if (this.#waiting.length >= WAITING_MAX) {
      throw new Error(`the event store has ${WAITING_MAX} writes waiting and takes no more`);
    }
  }

  /** @throws when the writer has ended */
  checkAlive(): void {
    if (this.#loss !== undefined) throw this.#loss;
  }

  /** Queues a request after all earlier ones. Call {@link check} before. */
  push(write: GroupedWrite): void {
    this.#waiting.push(write);
  }

  /** Unflushed appends to a stream. */
  waitingOf(stream: string): readonly Append[] {
    return this.#waiting.filter((write): write is Append => isAppend(write) && write.request[1] === stream);
  }

  /** Resolves when all requests so far are flushed; rejects while writes fail. */
  written(): Promise<void> {
    if (this.#waiting.length === 0) return Promise.resolve();
    const failure = this.writing.problem ?? (this.#ended ? this.#refusal : undefined);
    if (failure !== undefined) return Promise.reject(failure);
    const requests = this.#requests + this.#waiting.length;
    const last = this.#flushWaiters.at(-1);
    if (last?.requests === requests) return last.reached;
    const waiter = waiterFor(requests);
    this.#flushWaiters.push(waiter);
    return waiter.reached;
  }

  /** Rejects new requests. */
  close(): void {
    this.#refusal ??= new Error('the event store is closed');
  }

  /** The writer was told to end after what is queued. */
  end(): void {
    this.#ended = true;
  }

  /** The first so many requests were flushed, in one transaction. */
  flushed(requests: number): void {
    this.writing.works();
    this.#requests += requests;
    this.#transactions += 1;
    this.listener.written(this.#waiting.splice(0, requests));
    const open = this.#flushWaiters.findIndex((waiter) => waiter.requests > this.#requests);
    for (const { resolve } of this.#flushWaiters.splice(0, open < 0 ? this.#flushWaiters.length : open)) resolve();
  }

  /** Requests could not be written, and will be retried. */
  stuck(reason: string): void {
    const error = new NotWrittenError(reason);
    this.writing.fails(error);
    this.#rejectAll(error);
  }

  /** The writer has ended. */
  lose(cause: string): void {
    if (this.#loss !== undefined || (this.#ended && this.#waiting.length === 0)) return;
    this.#ended = true;
    const closing = this.isClosing;
    const error = new Error(`the event store has lost its writer: ${cause}`);
    this.#loss = error;
    this.#refusal = error;
    this.writing.fails(error);
    this.#rejectAll(error);
    this.listener.lost(error, closing);
  }

  #rejectAll(error: Error): void {
    for (const { reject } of this.#flushWaiters.splice(0)) reject(error);
  }
}

function waiterFor(requests: number): FlushWaiter {
  let resolve = (): void => undefined;
  let reject = (_: Error): void => undefined;
  const reached = new Promise<void>((onReached, onFailure) => {
    resolve = onReached;
    reject = onFailure;
  });
  return { requests, reached, resolve, reject };
}
