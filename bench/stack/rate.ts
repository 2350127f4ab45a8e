import { mean, percentile } from '../src/report/statistics';

/** What a stretch of work has shown. */
export interface Rate {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/**
 * Does something again and again, so many times at once, for some time. What fails is not counted. Its rate is taken as
 * that of a closed loop is: payments are compared with it.
 */
export async function rateOf(work: () => Promise<unknown>, atOnce: number, seconds: number): Promise<Rate> {
  const begin = performance.now();
  const end = begin + seconds * 1_000;
  const latencies: number[] = [];
  const atWorkMs = await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let at = performance.now(); at < end; at = performance.now()) {
        const done = await work().then(
          () => true,
          () => false,
        );
        if (done) latencies.push(performance.now() - at);
      }
      return performance.now() - begin;
    }),
  );
  const perSecond = (latencies.length * 1_000) / mean(atWorkMs);
  const sorted = latencies.sort((a, b) => a - b);
  return { perSecond, p50Ms: percentile(sorted, 50), p99Ms: percentile(sorted, 99) };
}
