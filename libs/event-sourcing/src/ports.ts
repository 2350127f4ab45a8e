/** The time, so that tests and simulations can choose it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /**
   * Calls back once, when the time has come: never before `at`, and soon when `at` has passed already.
   *
   * @param at - milliseconds since the epoch
   * @returns ends the timer; does nothing when it has called back
   */
  setTimer(at: number, callback: () => void): () => void;
}

/** Longest single wait: a wall clock that is set forward is noticed within it, and Node takes no delay over 24 days. */
const LONGEST_WAIT_MS = 60_000;

/** The clock of this machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  setTimer(at, callback) {
    let timeout: NodeJS.Timeout;
    const arm = (): void => {
      const left = at - Date.now();
      timeout = setTimeout(() => (at <= Date.now() ? callback() : arm()), Math.min(Math.max(left, 0), LONGEST_WAIT_MS));
    };
    arm();
    return () => clearTimeout(timeout);
  },
};

/** What this library tells of itself; pino's logger fits. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Counters, gauges and histograms; names end in their unit. */
export interface Meter {
  count(name: string, labels?: Readonly<Record<string, string>>, by?: number): void;
  /** Registers a value that is read when metrics are collected. One that cannot be read then is left out. */
  gauge(name: string, labels: Readonly<Record<string, string>>, read: () => number | Promise<number>): void;
  observe(name: string, value: number, labels?: Readonly<Record<string, string>>): void;
}
