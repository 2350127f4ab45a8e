import type { Worker } from 'node:worker_threads';
import { NotWrittenError } from '../../errors';
import type { NewEvent } from '../event-store';
import { WritingState } from '../writing-state';
import type { AppendRequest, FromWriter, SnapshotRequest, ToWriter } from './writer-protocol';

/** With so many requests waiting, further ones are refused: the disk does not keep up. */
export const WAITING_MAX = 50_000;
/** So many requests are worth a transaction of their own: they are not kept until a turn that goes on has ended. */
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

/** An append, and the events that it stands for. */
export interface Append {
  readonly request: AppendRequest;
  readonly events: readonly NewEvent[];
}

export type Write = Append | { readonly request: SnapshotRequest };

export interface WriterListener {
  /** A group is on the disk. Heard before those who wait for that. */
  written(group: readonly Write[]): void;
  /**
   * The writer has ended before it had written everything; nothing more can be written.
   *
   * @param closing - it was told to close, and could not write what waited
   */
  lost(error: Error, closing: boolean): void;
}

/** Those who wait until so many requests are on the disk. */
interface FlushWaiter {
  readonly requests: number;
  readonly reached: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/**
 * The main thread's end of the writer. What a turn of the event loop asks for is sent together, a long turn's in parts,
 * so that the writer need not wait for all of it; and without waiting until what was sent before is written: the writer
 * finds its next group when it is done with one.
 */
export class WriterThread {
  /** Requests that are not on the disk, in their order. Those behind the first {@link sent} have not been sent. */
  private readonly waiting: Write[] = [];
  private sent = 0;
  private sendScheduled = false;
  /** In their order. */
  private flushWaiters: FlushWaiter[] = [];
  /** Why no more requests are taken. */
  private refusal: Error | undefined;
  /** Why nothing can be written any more: the thread has died. */
  private loss: Error | undefined;
  /** What waits while nothing can be written is tried again. */
  readonly writing = new WritingState();
  /** The thread has been told to end when it has written everything, or has ended. */
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

  /** @throws why a request would not be taken now */
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

  /** Has a request written, behind all before it, that {@link check} has just said would be taken. */
  write(write: Write): void {
    this.waiting.push(write);
    if (this.waiting.length - this.sent >= SENT_AT_ONCE) this.send();
    else this.scheduleSend();
  }

  /** The appends to a stream that are not on the disk, as far as this thread has heard. */
  waitingOf(stream: string): readonly Append[] {
    return this.waiting.filter((write): write is Append => isAppend(write) && write.request[1] === stream);
  }

  /** Resolves when every request up to now is on the disk; rejects when that cannot be said at present. */
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

  /** Takes no more requests, writes those that wait, moves everything into the main file and ends the thread. */
  async close(): Promise<void> {
    this.refusal ??= new Error('the event store is closed');
    this.scheduleSend();
    await this.exited;
  }

  /** At the end of the event loop's turn, so that all requests of a turn go together. */
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
