import { percentile } from '../report/statistics';

/** What a stretch of load has shown. */
export interface Slice {
  /** Requests that were answered as they should be. */
  readonly requests: number;
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Requests that were turned away with 429, because there was more to do than the server can. */
  readonly turnedAway: number;
  /** How often each other answer came: by its status, or by the error of the connection. */
  readonly failures: Readonly<Record<string, number>>;
}

const TURNED_AWAY = '429';

/** Collects the answers to a stretch of load. */
export class SliceRecorder {
  readonly #latencies: number[] = [];
  #turnedAway = 0;
  readonly #failures: Record<string, number> = {};

  succeeded(latencyMs: number): void {
    this.#latencies.push(latencyMs);
  }

  failed(reason: string): void {
    if (reason === TURNED_AWAY) this.#turnedAway += 1;
    else this.#count(reason);
  }

  #count(reason: string): void {
    this.#failures[reason] = (this.#failures[reason] ?? 0) + 1;
  }

  /** @param seconds - that the answers took: a slow server has answered little before the load ends */
  result(seconds: number): Slice {
    const sorted = Float64Array.from(this.#latencies).sort();
    return {
      requests: sorted.length,
      requestsPerSecond: sorted.length / seconds,
      p50Ms: percentile(sorted, 50),
      p99Ms: percentile(sorted, 99),
      turnedAway: this.#turnedAway,
      failures: this.#failures,
    };
  }
}
