/** What a client takes from its surroundings, so that its tests can say what it is. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** From 0 to 1. */
  random(): number;
  /** Resolves after a time; rejects as soon as the signal aborts. */
  sleep(ms: number, signal: AbortSignal | undefined): Promise<void>;
}

/** The machine's own. */
export const CLOCK: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      const abort = (): void => {
        clearTimeout(timer);
        reject(signal?.reason as Error);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', abort);
        resolve();
      }, ms);
      if (signal?.aborted === true) abort();
      else signal?.addEventListener('abort', abort, { once: true });
    }),
};
