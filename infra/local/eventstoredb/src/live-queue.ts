import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb';
import type { ServerWritableStream } from '@grpc/grpc-js';
import { once } from 'node:events';
import { ServerFault } from './server-fault';

export type ReadCall = ServerWritableStream<ReadReq, ReadResp>;

/** Messages that may wait to be written to a live subscription, and as many more that are being written. */
const WAITING_MAX = 32;
const WRITING_MAX = 32;

/** Whether a subscription reads history, has come to its end, or has been told so and is sent what is appended. */
export type Phase = 'history' | 'transition' | 'live';

/** Where a subscription is: it is set back to history when its consumer falls behind. */
export interface Progress {
  phase: Phase;
}

/** What is sent to one subscriber: history as fast as it takes it, and what is live as far as there is room. */
export class LiveQueue {
  readonly #waiting: ReadResp[] = [];
  #writing = 0;
  #emptied = (): void => undefined;

  constructor(
    private readonly call: ReadCall,
    private readonly progress: Progress,
    private readonly signal: AbortSignal,
  ) {
    signal.addEventListener('abort', () => this.#emptied());
  }

  /** Whether there is no room for one more. */
  get isFull(): boolean {
    return this.#writing >= WRITING_MAX && this.#waiting.length >= WAITING_MAX;
  }

  /** Sends, and waits while the client does not take any more. */
  async send(response: ReadResp): Promise<void> {
    if (this.#waiting.length > 0) await new Promise<void>((resolve) => (this.#emptied = resolve));
    if (this.signal.aborted) return;
    if (!this.call.write(response)) await once(this.call, 'drain', { signal: this.signal }).catch(() => undefined);
  }

  /** @throws {@link ServerFault} that ends the subscription when there is no room */
  push(response: ReadResp): void {
    if (this.isFull) {
      throw ServerFault.consumerTooSlow(this.progress.phase === 'live' ? 'while live' : 'while transitioning to live');
    }
    this.#waiting.push(response);
    this.#writeOn();
  }

  #writeOn(): void {
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      const isLive = next.hasCaughtUp();
      this.#writing += 1;
      this.call.write(next, () => {
        this.#writing -= 1;
        if (isLive) this.progress.phase = 'live';
        if (!this.signal.aborted) this.#writeOn();
      });
    }
    if (this.#waiting.length === 0) this.#emptied();
  }

  #next(): ReadResp | undefined {
    return this.#writing < WRITING_MAX ? this.#waiting.shift() : undefined;
  }
}
