import type { Clock, Meter } from '@stablecoin/event-sourcing';
import { ApiError } from '@stablecoin/contracts';

/** The pause before a question is asked again: doubled from the first to the longest, in milliseconds. */
const FIRST_PAUSE_MS = 1;
const LONGEST_PAUSE_MS = 50;
/** Requests that may wait at one time. */
const WAITING_MAX = 20_000;

/** Wakes requests that poll another service when there may be a new answer. */
export class Wakeups {
  readonly #waiting = new Map<string, Set<() => void>>();

  #size = 0;

  constructor(
    private readonly clock: Clock,
    meter: Meter,
    private readonly waitingMax = WAITING_MAX,
  ) {
    meter.gauge('gateway_waiting_writes', {}, () => this.#size);
  }

  /**
   * Does the work of a request that will wait, unless too many do.
   *
   * @throws ApiError `rate_limited` before anything is done
   */
  async whileWaiting<T>(work: () => Promise<T>): Promise<T> {
    if (this.#size >= this.waitingMax) {
      throw new ApiError('rate_limited', 'Too many requests wait for their outcome: send this one again later.');
    }
    this.#size += 1;
    try {
      return await work();
    } finally {
      this.#size -= 1;
    }
  }

  /**
   * Polls until an answer is accepted or the deadline has passed: on every wakeup of the key, and at an interval.
   *
   * @param deadline - in milliseconds since the epoch
   * @returns the last answer
   */
  async poll<T>(key: string, deadline: number, ask: () => Promise<T>, willDo: (answer: T) => boolean): Promise<T> {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      const answer = await ask();
      const leftMs = deadline - this.clock.now();
      if (willDo(answer) || leftMs <= 0) return answer;
      await this.wait(key, Math.min(pauseMs, leftMs));
    }
  }

  /** Resolves at the next wakeup of the key, or after `ms` milliseconds. */
  wait(key: string, ms: number): Promise<void> {
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(key) ?? new Set();
      this.#waiting.set(key, waiting);
      const end = (): void => {
        cancel();
        waiting.delete(end);
        if (waiting.size === 0 && this.#waiting.get(key) === waiting) this.#waiting.delete(key);
        resolve();
      };
      const cancel = this.clock.setTimer(this.clock.now() + ms, end);
      waiting.add(end);
    });
  }

  /** Something was heard of the key. */
  wake(key: string): void {
    for (const end of [...(this.#waiting.get(key) ?? [])]) end();
  }
}
