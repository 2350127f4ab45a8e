/** The time and timers. Tests and simulations replace it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /**
   * Calls back once, at a time and never before; soon if that is in the past.
   *
   * @param at - milliseconds since the epoch
   * @returns cancels the timer
   */
  setTimer(at: number, callback: () => void): () => void;
}

/** Longest single timeout: a clock that is set forward is noticed within it, and Node allows at most 24 days. */
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

/** The log of this library. A pino logger implements it. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Counters, gauges and histograms. Names end in their unit. */
export interface Meter {
  count(name: string, labels?: Readonly<Record<string, string>>, by?: number): void;
  /** Registers a gauge, which is read when metrics are collected. A gauge that throws is left out. */
  gauge(name: string, labels: Readonly<Record<string, string>>, read: () => number | Promise<number>): void;
  observe(name: string, value: number, labels?: Readonly<Record<string, string>>): void;
}
