/**
 * A read that takes longer than this for each run that it starts is followed by a pause of a multiple of its time, which
 * limits the share of time spent on reading. A server reads on its own processor for the most part.
 */
const SLOW_READ_MS = 5;
const PAUSE_FACTOR = { local: 4, remote: 1 };
/** On a busy machine a read takes long although the processor is idle. */
const PAUSE_MS_MAX = 250;

/** Pauses after slow reads of jobs, in real time and not by the clock, because it spares the processor. */
export class ReadingPace {
  #pausing: NodeJS.Timeout | undefined;

  /** @param isRemote - whether another process reads, such as a database server */
  constructor(private readonly isRemote: boolean) {}

  get isPausing(): boolean {
    return this.#pausing !== undefined;
  }

  /**
   * @param tookMs - how long a read took, in milliseconds
   * @param started - runs that it has started
   */
  isSlow(tookMs: number, started: number): boolean {
    return tookMs >= SLOW_READ_MS * Math.max(1, started);
  }

  /** Pauses after a slow read that took so long, and then calls back. */
  pauseAfter(tookMs: number, then: () => void): void {
    const factor = this.isRemote ? PAUSE_FACTOR.remote : PAUSE_FACTOR.local;
    this.#pausing = setTimeout(
      () => {
        this.#pausing = undefined;
        then();
      },
      Math.min(tookMs * factor, PAUSE_MS_MAX),
    );
  }

  /** Ends a pause without a call. */
  stop(): void {
    clearTimeout(this.#pausing);
    this.#pausing = undefined;
  }
}
