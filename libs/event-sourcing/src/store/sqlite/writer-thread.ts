import type { Worker } from 'node:worker_threads';
import type { NewEvent } from '../event-store';
import type { FromWriter, ToWriter, WriteOutcome, WriteRequest } from './writer-protocol';

/** With so many requests waiting, further ones are refused: the disk does not keep up. */
const WAITING_MAX = 100_000;
/** So many requests are worth a transaction of their own: they are not kept until a turn that goes on has ended. */
const SENT_AT_ONCE = 64;

/** What the writer has done since it was started. */
export interface WriterStatistics {
  /** Appends and snapshots that were answered. */
  readonly requests: number;
  /** Transactions that they shared. */
  readonly transactions: number;
  /** Requests that wait or are being written now. */
  readonly waiting: number;
}

/** A request, and for an append the events that it stands for. */
export interface Write {
  readonly request: WriteRequest;
  readonly events: readonly NewEvent[];
}

export interface WriterListener {
  /** A group is on the disk. Heard before the senders are answered. */
  written(group: readonly Write[], outcomes: readonly WriteOutcome[]): void;
  /** The writer has died; nothing more can be written. */
  lost(error: Error): void;
}

interface Waiting extends Write {
  readonly resolve: (outcome: WriteOutcome) => void;
  readonly reject: (error: Error) => void;
}

/**
 * The main thread's end of the writer. What a turn of the event loop asks for is sent together, a long turn's in parts,
 * so that the writer need not wait for all of it; and without waiting for the answers to what was sent before: the writer
 * finds its next group when it is done with one.
 */
export class WriterThread {
  /** Requests without an answer, in their order. Those behind the first {@link sent} have not been sent. */
  private readonly waiting: Waiting[] = [];
  private sent = 0;
  private sendScheduled = false;
  /** Why no more requests are taken. */
  private refusal: Error | undefined;
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

  /** Resolves when the request is on the disk or has conflicted; rejects when nothing of it is known to be stored. */
  write(request: WriteRequest, events: readonly NewEvent[] = []): Promise<WriteOutcome> {
    if (this.refusal !== undefined) return Promise.reject(this.refusal);
    if (this.waiting.length >= WAITING_MAX) {
      return Promise.reject(new Error(`the event store has ${WAITING_MAX} writes waiting and takes no more`));
    }
    return new Promise((resolve, reject) => {
      this.waiting.push({ request, events, resolve, reject });
      if (this.waiting.length - this.sent >= SENT_AT_ONCE) this.send();
      else this.scheduleSend();
    });
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
      const group = this.answered(answer.outcomes.length);
      this.requests += group.length;
      this.transactions += 1;
      this.listener.written(group, answer.outcomes);
      answer.outcomes.forEach((outcome, index) => group[index]?.resolve(outcome));
    } else if (answer.kind === 'failed') {
      const error = new Error(`the event store could not write: ${answer.error}`);
      for (const { reject } of this.answered(answer.requests)) reject(error);
    }
  }

  private answered(count: number): readonly Waiting[] {
    this.sent -= count;
    return this.waiting.splice(0, count);
  }

  private lose(cause: string): void {
    if (this.ended && this.waiting.length === 0) return;
    this.ended = true;
    const error = new Error(`the event store has lost its writer: ${cause}`);
    this.refusal = error;
    for (const { reject } of this.waiting.splice(0)) reject(error);
    this.listener.lost(error);
  }
}
