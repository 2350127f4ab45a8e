import type { Worker } from 'node:worker_threads';
import type { NewEvent } from '../event-store';
import type { FromWriter, ToWriter, WriteOutcome, WriteRequest } from './writer-protocol';

/** A transaction takes about so much and no more, so that in a flood the first need not wait for the last. */
const GROUP_CHARACTERS_MAX = 4_000_000;

/** With so many requests waiting, further ones are refused: the disk does not keep up. */
const WAITING_MAX = 100_000;

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
  readonly characters: number;
  readonly resolve: (outcome: WriteOutcome) => void;
  readonly reject: (error: Error) => void;
}

/**
 * The main thread's end of the writer. Requests that come in while a group is being written make up the next one: the
 * busier the store, the more of them share one transaction and one flush of the disk.
 */
export class WriterThread {
  private readonly queue: Waiting[] = [];
  private underWay: readonly Waiting[] = [];
  private flushScheduled = false;
  /** Why no more requests are taken. */
  private refusal: Error | undefined;
  /** The thread has been told to end, or has ended. */
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
    const waiting = this.queue.length + this.underWay.length;
    return { requests: this.requests, transactions: this.transactions, waiting };
  }

  /** Resolves when the request is on the disk or has conflicted; rejects when nothing of it is known to be stored. */
  write(request: WriteRequest, events: readonly NewEvent[] = []): Promise<WriteOutcome> {
    if (this.refusal !== undefined) return Promise.reject(this.refusal);
    if (this.queue.length >= WAITING_MAX) {
      return Promise.reject(new Error(`the event store has ${WAITING_MAX} writes waiting and takes no more`));
    }
    return new Promise((resolve, reject) => {
      this.queue.push({ request, events, characters: charactersOf(request), resolve, reject });
      this.scheduleFlush();
    });
  }

  /** Takes no more requests, writes those that wait, moves everything into the main file and ends the thread. */
  async close(): Promise<void> {
    this.refusal ??= new Error('the event store is closed');
    this.scheduleFlush();
    await this.exited;
  }

  /** At the end of the event loop's turn, so that all requests of a turn go together. */
  private scheduleFlush(): void {
    if (this.flushScheduled || this.underWay.length > 0) return;
    this.flushScheduled = true;
    setImmediate(() => {
      this.flushScheduled = false;
      this.flush();
    });
  }

  private flush(): void {
    if (this.ended) return;
    this.underWay = this.queue.splice(0, groupSize(this.queue));
    if (this.underWay.length > 0) {
      this.post({ kind: 'write', requests: this.underWay.map(({ request }) => request) });
    } else if (this.refusal !== undefined) {
      this.ended = true;
      this.post({ kind: 'close' });
    }
  }

  private post(message: ToWriter): void {
    this.worker.postMessage(message);
  }

  private receive(answer: FromWriter): void {
    const group = this.underWay;
    this.underWay = [];
    if (answer.kind === 'written') {
      this.requests += group.length;
      this.transactions += 1;
      this.listener.written(group, answer.outcomes);
      answer.outcomes.forEach((outcome, index) => group[index]?.resolve(outcome));
    } else if (answer.kind === 'failed') {
      const error = new Error(`the event store could not write: ${answer.error}`);
      for (const { reject } of group) reject(error);
    }
    this.scheduleFlush();
  }

  private lose(cause: string): void {
    if (this.ended) return;
    this.ended = true;
    const error = new Error(`the event store has lost its writer: ${cause}`);
    this.refusal = error;
    for (const { reject } of [...this.underWay, ...this.queue.splice(0)]) reject(error);
    this.underWay = [];
    this.listener.lost(error);
  }
}

/** How many of the requests that wait go into one transaction: at least one. */
function groupSize(queue: readonly Waiting[]): number {
  let characters = 0;
  const tooMany = queue.findIndex((waiting) => (characters += waiting.characters) > GROUP_CHARACTERS_MAX);
  return tooMany === -1 ? queue.length : Math.max(tooMany, 1);
}

function charactersOf(request: WriteRequest): number {
  if (request.kind === 'snapshot') return request.state.length;
  let characters = 0;
  for (const field of request.events) characters += field.length;
  return characters;
}
