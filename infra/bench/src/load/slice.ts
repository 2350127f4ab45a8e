import { percentile } from '../report/statistics';

/** What a stretch of load has shown. */
export interface Slice {
  /** Requests that were answered as they should be. */
  readonly requests: number;
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** How often each other answer came: by its status, or by the error of the connection. */
  readonly failures: Readonly<Record<string, number>>;
}

/** Collects the answers to a stretch of load. */
export class SliceRecorder {
  readonly #latencies: number[] = [];
  readonly #failures: Record<string, number> = {};

  succeeded(latencyMs: number): void {
    this.#latencies.push(latencyMs);
  }

  failed(reason: string): void {
    this.#failures[reason] = (this.#failures[reason] ?? 0) + 1;
  }

  /** @param seconds - from the first request to the last answer: a slow server has answered little before the load ends */
  result(seconds: number): Slice {
    const sorted = Float64Array.from(this.#latencies).sort();
    return {
      requests: sorted.length,
      requestsPerSecond: sorted.length / seconds,
      p50Ms: percentile(sorted, 50),
      p99Ms: percentile(sorted, 99),
      failures: this.#failures,
    };
  }
}
