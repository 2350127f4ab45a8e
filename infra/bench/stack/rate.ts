import { percentile } from '../src/report/statistics';

/** What a stretch of work has shown. */
export interface Rate {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Does something again and again, so many times at once, for some time. What fails is not counted. */
export async function rateOf(work: () => Promise<unknown>, atOnce: number, seconds: number): Promise<Rate> {
  const begin = performance.now();
  const end = begin + seconds * 1_000;
  const latencies: number[] = [];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let at = performance.now(); at < end; at = performance.now()) {
        const done = await work().then(
          () => true,
          () => false,
        );
        if (done) latencies.push(performance.now() - at);
      }
    }),
  );
  const perSecond = (latencies.length * 1_000) / (performance.now() - begin);
  const sorted = latencies.sort((a, b) => a - b);
  return { perSecond, p50Ms: percentile(sorted, 50), p99Ms: percentile(sorted, 99) };
}
