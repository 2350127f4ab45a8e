import type { Worker } from 'node:worker_threads';
import { WriteQueue, type WriterListener } from '../group-commit/write-queue';
import type { GroupedWrite } from '../group-commit/writes';
import type { FromWriter, ToWriter } from './writer-protocol';

/** This many requests are sent at once, without waiting for the end of the tick. */
const SENT_AT_ONCE = 64;

/**
 * The main thread's side of the writer. Requests of one tick of the event loop are sent together; in a long tick, in
 * chunks, so that the writer starts early. New requests are sent without waiting for earlier ones to be written, so the
 * writer always finds its next group.
 */
export class WriterThread {
  readonly queue: WriteQueue;
  /** How many of the waiting requests are sent. */
  #sent = 0;
  #sendScheduled = false;
  readonly #exited: Promise<void>;

  constructor(
    private readonly worker: Worker,
    listener: WriterListener,
  ) {
    this.queue = new WriteQueue(listener);
    worker.on('message', (answer: FromWriter) => this.#receive(answer));
    worker.on('error', (error) => this.queue.lose(error.message));
    this.#exited = new Promise((resolve) => {
      worker.on('exit', () => {
        this.queue.lose('its thread has ended');
        resolve();
      });
    });
  }

  /** Queues a request after all earlier ones. Check the queue before. */
  write(write: GroupedWrite): void {
    this.queue.push(write);
    if (this.queue.waiting.length - this.#sent >= SENT_AT_ONCE) this.#send();
    else this.#scheduleSend();
  }

  /** Rejects new requests, writes the waiting ones, checkpoints the database file and ends the thread. */
  async close(): Promise<void> {
    this.queue.close();
    this.#scheduleSend();
    await this.#exited;
  }

  /** Sends at the end of the tick, so that all of its requests go together. */
  #scheduleSend(): void {
    if (this.#sendScheduled) return;
    this.#sendScheduled = true;
    setImmediate(() => {
      this.#sendScheduled = false;
      this.#send();
    });
  }

  #send(): void {
    const { queue } = this;
    if (queue.hasEnded) return;
    if (queue.waiting.length > this.#sent) {
      this.#post({ kind: 'write', requests: queue.waiting.slice(this.#sent).map(({ request }) => request) });
      this.#sent = queue.waiting.length;
    }
    if (queue.isClosing) {
      queue.end();
      this.#post({ kind: 'close' });
    }
  }

  #post(message: ToWriter): void {
    this.worker.postMessage(message);
  }

  #receive(answer: FromWriter): void {
    if (answer.kind === 'written') {
      this.#sent -= answer.requests;
      this.queue.flushed(answer.requests);
    } else if (answer.kind === 'stuck') {
      this.queue.stuck(answer.error);
    }
  }
}
