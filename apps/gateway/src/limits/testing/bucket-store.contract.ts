import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { BucketStore } from '@stablecoin/host';
import { newBucket, takeToken, type RateLimit } from '@stablecoin/host';

const SCALE: RateLimit = { rate: 100, burst: 500, peak: 200 };
const NOON = Date.UTC(2026, 0, 1, 12);

/** The suite that every {@link BucketStore} passes, on time that the test gives. */
export function describeBucketStore(name: string, open: () => Promise<BucketStore>): void {
  describe(`buckets: ${name}`, () => {
    let store: BucketStore;
    let bucket: string;
    beforeEach(async () => {
      store = await open();
      bucket = randomUUID();
    });

    const take = async (limit: RateLimit, now: number, cost = 1, of = bucket) => store.take(of, limit, now, cost);

    /** How many of `count` requests at one instant are admitted. */
    async function volley(limit: RateLimit, now: number, count: number): Promise<number> {
      const verdicts = await Promise.all(Array.from({ length: count }, () => take(limit, now)));
      return verdicts.filter(({ admitted }) => admitted).length;
    }

    it('never admits more than the peak within a second, nor more than burst and rate allow', async () => {
      expect(await volley(SCALE, NOON, 300)).toBe(200);
      expect(await volley(SCALE, NOON + 999, 50)).toBe(0);
      expect(await volley(SCALE, NOON + 1_000, 300)).toBe(200);
      expect(await volley(SCALE, NOON + 2_000, 300)).toBe(200);
      expect(await volley(SCALE, NOON + 3_000, 300)).toBe(200);
      expect(await volley(SCALE, NOON + 4_000, 300)).toBe(100);
    });

    it('says how much remains, when the next request is admitted, and when the bucket is full', async () => {
      const limit: RateLimit = { rate: 10, burst: 1, peak: 10 };
      expect(await take(limit, NOON)).toEqual({ admitted: true, remaining: 0, retryAfterMs: 100, resetMs: 100 });
      expect(await take(limit, NOON + 99)).toEqual({ admitted: false, remaining: 0, retryAfterMs: 1, resetMs: 1 });
      expect(await take(limit, NOON + 100)).toMatchObject({ admitted: true });
    });

    it('takes nothing when it only looks', async () => {
      for (let n = 0; n < 20; n++) await take(SCALE, NOON, 0);
      expect(await take(SCALE, NOON, 0)).toEqual({ admitted: false, remaining: 200, retryAfterMs: 0, resetMs: 0 });
    });

    it('lets a request cost more than there is, which the next ones wait for', async () => {
      const limit: RateLimit = { rate: 10, burst: 10, peak: 10 };
      expect(await take(limit, NOON, 60)).toEqual({
        admitted: true,
        remaining: 0,
        retryAfterMs: 5_100,
        resetMs: 6_000,
      });
      expect(await take(limit, NOON + 5_099, 60)).toMatchObject({ admitted: false, retryAfterMs: 1 });
      expect(await take(limit, NOON + 5_100)).toMatchObject({ admitted: true, remaining: 0 });
    });

    it('keeps buckets apart', async () => {
      const limit: RateLimit = { rate: 1, burst: 1, peak: 1 };
      expect(await take(limit, NOON)).toMatchObject({ admitted: true });
      expect(await take(limit, NOON)).toMatchObject({ admitted: false });
      expect(await take(limit, NOON, 1, randomUUID())).toMatchObject({ admitted: true });
    });

    it('goes on working when the clock is set back', async () => {
      expect(await volley(SCALE, NOON, 200)).toBe(200);
      expect(await volley(SCALE, NOON - 3_600_000, 300)).toBe(200);
      expect(await volley(SCALE, NOON - 3_600_000 + 1_000, 300)).toBe(200);
      expect(await volley(SCALE, NOON - 3_600_000 + 2_000, 300)).toBe(100);
    });

    it('decides as the token bucket does', async () => {
      const limits = fc.record({
        rate: fc.integer({ min: 1, max: 50 }),
        burst: fc.integer({ min: 1, max: 30 }),
        peak: fc.integer({ min: 1, max: 20 }),
      });
      const steps = fc.array(fc.record({ pauseMs: fc.integer({ min: 0, max: 400 }), cost: fc.constantFrom(0, 1) }), {
        minLength: 20,
        maxLength: 100,
      });
      await fc.assert(
        fc.asyncProperty(limits, steps, async (limit, taken) => {
          const own = randomUUID();
          const model = newBucket(limit, NOON);
          let now = NOON;
          for (const { pauseMs, cost } of taken) {
            now += pauseMs;
            expect(await take(limit, now, cost, own)).toEqual(takeToken(model, limit, now, cost));
          }
        }),
        { numRuns: 30 },
      );
    });
  });
}
