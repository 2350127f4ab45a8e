import type { Worker } from 'node:worker_threads';
import { NotWrittenError } from '../../errors';
import type { NewEvent } from '../event-store';
import { WritingState } from '../writing-state';
import type { AppendRequest, FromWriter, SnapshotRequest, ToWriter } from './writer-protocol';

/** Maximum waiting requests. Above it, requests are rejected: the disk is too slow. */
export const WAITING_MAX = 50_000;
/** This many requests are sent at once, without waiting for the end of the tick. */
const SENT_AT_ONCE = 64;

/** What the writer has done since it was started. */
export interface WriterStatistics {
  /** Appends and snapshots that are on the disk. */
  readonly requests: number;
  /** Transactions that they shared. */
  readonly transactions: number;
  /** Requests that wait or are being written now. */
  readonly waiting: number;
}

/** An append with its events. */
export interface Append {
  readonly request: AppendRequest;
  readonly events: readonly NewEvent[];
}

export type Write = Append | { readonly request: SnapshotRequest };

export interface WriterListener {
  /** A group was flushed. Called before the waiters of its requests resolve. */
  written(group: readonly Write[]): void;
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

/**
 * The main thread's side of the writer. Requests of one tick of the event loop are sent together; in a long tick, in
 * chunks, so that the writer starts early. New requests are sent without waiting for earlier ones to be written, so the
 * writer always finds its next group.
 */
export class WriterThread {
  /** Requests that are not flushed, in order. Those after the first {@link sent} are not sent yet. */
  private readonly waiting: Write[] = [];
  private sent = 0;
  private sendScheduled = false;
  /** In their order. */
  private flushWaiters: FlushWaiter[] = [];
  /** Why further requests are rejected. */
  private refusal: Error | undefined;
  /** Set when the thread has died and nothing can be written any more. */
  private loss: Error | undefined;
  /** Whether writes succeed at present. Waiting requests are retried. */
  readonly writing = new WritingState();
  /** Whether the thread was told to end, or has ended. */
  private ended = false;
  private requests = 0;
  private transactions = 0;
  private readonly exited: Promise<void>;

  constructor(
    private readonly worker: Worker,
    private readonly listener: WriterListener,
  ) {
    worker.on('message', (answer: FromWriter) => this.receive(answer));
    worker.on('error', (error) => this.lose(error.message));
    this.exited = new Promise((resolve) => {
      worker.on('exit', () => {
        this.lose('its thread has ended');
        resolve();
      });
    });
  }

  get statistics(): WriterStatistics {
    return { requests: this.requests, transactions: this.transactions, waiting: this.waiting.length };
  }

  /** @throws the reason why a request would be rejected now */
  check(): void {
    const refusal = this.refusal ?? this.writing.problem;
    if (refusal !== undefined) throw refusal;
    if (this.waiting.length >= WAITING_MAX) {
      throw new Error(`the event store has ${WAITING_MAX} writes waiting and takes no more`);
    }
  }

  /** @throws when the thread has died */
  checkAlive(): void {
    if (this.loss !== undefined) throw this.loss;
  }

  /** Queues a request after all earlier ones. Call {@link check} before. */
  write(write: Write): void {
    this.waiting.push(write);
    if (this.waiting.length - this.sent >= SENT_AT_ONCE) this.send();
    else this.scheduleSend();
  }

  /** Unflushed appends to a stream, as far as this thread knows. */
  waitingOf(stream: string): readonly Append[] {
    return this.waiting.filter((write): write is Append => isAppend(write) && write.request[1] === stream);
  }

  /** Resolves when all requests so far are flushed; rejects while writes fail. */
  written(): Promise<void> {
    if (this.waiting.length === 0) return Promise.resolve();
    const failure = this.writing.problem ?? (this.ended ? this.refusal : undefined);
    if (failure !== undefined) return Promise.reject(failure);
    const requests = this.requests + this.waiting.length;
    const last = this.flushWaiters.at(-1);
    if (last?.requests === requests) return last.reached;
    const waiter = waiterFor(requests);
    this.flushWaiters.push(waiter);
    return waiter.reached;
  }

  /** Rejects new requests, writes the waiting ones, checkpoints the database file and ends the thread. */
  async close(): Promise<void> {
    this.refusal ??= new Error('the event store is closed');
    this.scheduleSend();
    await this.exited;
  }

  /** Sends at the end of the tick, so that all of its requests go together. */
  private scheduleSend(): void {
    if (this.sendScheduled) return;
    this.sendScheduled = true;
    setImmediate(() => {
      this.sendScheduled = false;
      this.send();
    });
  }

  private send(): void {
    if (this.ended) return;
    if (this.waiting.length > this.sent) {
      this.post({ kind: 'write', requests: this.waiting.slice(this.sent).map(({ request }) => request) });
      this.sent = this.waiting.length;
    }
    if (this.refusal !== undefined) {
      this.ended = true;
      this.post({ kind: 'close' });
    }
  }

  private post(message: ToWriter): void {
    this.worker.postMessage(message);
  }

  private receive(answer: FromWriter): void {
    if (answer.kind === 'written') {
      this.writing.works();
      this.sent -= answer.requests;
      this.requests += answer.requests;
      this.transactions += 1;
      this.listener.written(this.waiting.splice(0, answer.requests));
      const open = this.flushWaiters.findIndex(({ requests }) => requests > this.requests);
      for (const { resolve } of this.flushWaiters.splice(0, open < 0 ? this.flushWaiters.length : open)) resolve();
    } else if (answer.kind === 'stuck') {
      const stuck = new NotWrittenError(answer.error);
      this.writing.fails(stuck);
      this.rejectAll(stuck);
    }
  }

  private lose(cause: string): void {
    if (this.loss !== undefined || (this.ended && this.waiting.length === 0)) return;
    this.ended = true;
    const closing = this.refusal !== undefined;
    const error = new Error(`the event store has lost its writer: ${cause}`);
    this.loss = error;
    this.refusal = error;
    this.writing.fails(error);
    this.rejectAll(error);
    this.listener.lost(error, closing);
  }

  private rejectAll(error: Error): void {
    for (const { reject } of this.flushWaiters.splice(0)) reject(error);
  }
}

export function isAppend(write: Write): write is Append {
  return write.request[0] === 'append';
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
