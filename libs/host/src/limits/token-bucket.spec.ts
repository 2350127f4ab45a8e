import fc from 'fast-check';
import { newBucket, takeToken, type RateLimit } from './token-bucket';

const SCALE: RateLimit = { rate: 100, burst: 500, peak: 200 };
const NOON = Date.UTC(2026, 0, 1, 12);

/** How many of `count` requests at one instant are admitted. */
function volley(bucket: ReturnType<typeof newBucket>, limit: RateLimit, now: number, count: number): number {
  let admitted = 0;
  for (let i = 0; i < count; i++) if (takeToken(bucket, limit, now).admitted) admitted += 1;
  return admitted;
}

describe('rate limits: Scale payments 100/s with 500 burst tokens and never more than 200 within a second', () => {
  it('passes 100 requests at one instant', () => {
    expect(volley(newBucket(SCALE, NOON), SCALE, NOON, 100)).toBe(100);
  });

  it('never admits more than 200 within a second', () => {
    const bucket = newBucket(SCALE, NOON);
    expect(volley(bucket, SCALE, NOON, 300)).toBe(200);
    expect(volley(bucket, SCALE, NOON + 999, 300)).toBe(0);
    expect(volley(bucket, SCALE, NOON + 1_000, 300)).toBe(200);
  });

  it('sustains 200 a second for 5 seconds, and 100 a second from then on', () => {
    const bucket = newBucket(SCALE, NOON);
    const bySecond = Array.from({ length: 8 }, (_, second) => {
      let admitted = 0;
      for (let ms = 0; ms < 1_000; ms += 5) admitted += volley(bucket, SCALE, NOON + second * 1_000 + ms, 1);
      return admitted;
    });
    // The very first moment brings nothing, because a full bucket takes nothing up: one token in a thousand.
    expect(bySecond.slice(0, 5)).toEqual([200, 200, 200, 200, 199]);
    expect(bySecond.slice(5).every((admitted) => admitted >= 99 && admitted <= 101)).toBe(true);
  });

  it('says when the next request is admitted, to the millisecond', () => {
    const limit: RateLimit = { rate: 10, burst: 1, peak: 10 };
    const bucket = newBucket(limit, NOON);
    expect(takeToken(bucket, limit, NOON)).toEqual({ admitted: true, remaining: 0, retryAfterMs: 100, resetMs: 100 });
    expect(takeToken(bucket, limit, NOON + 99)).toMatchObject({ admitted: false, retryAfterMs: 1 });
    expect(takeToken(bucket, limit, NOON + 100)).toMatchObject({ admitted: true });
  });

  it('takes nothing when it only looks', () => {
    const bucket = newBucket(SCALE, NOON);
    for (let i = 0; i < 1_000; i++) takeToken(bucket, SCALE, NOON, 0);
    expect(takeToken(bucket, SCALE, NOON, 0)).toMatchObject({ admitted: false, remaining: 200, retryAfterMs: 0 });
  });

  it('goes on working when the clock is set back', () => {
    const bucket = newBucket(SCALE, NOON);
    volley(bucket, SCALE, NOON, 200);
    volley(bucket, SCALE, NOON + 1_000, 200);
    expect(volley(bucket, SCALE, NOON - 3_600_000, 300)).toBe(200);
    expect(volley(bucket, SCALE, NOON - 3_600_000 + 1_000, 300)).toBe(100);
  });
});

describe('rate limits: against a reference model that remembers every request', () => {
  const limits = fc
    .record({
      rate: fc.integer({ min: 1, max: 50 }),
      burst: fc.integer({ min: 1, max: 100 }),
      peak: fc.integer({ min: 1, max: 60 }),
    })
    .map((limit) => limit satisfies RateLimit);
  const pauses = fc.array(fc.integer({ min: 0, max: 700 }), { maxLength: 400 });

  it('admits exactly what the model admits', () => {
    fc.assert(
      fc.property(limits, pauses, (limit, pausesMs) => {
        const bucket = newBucket(limit, NOON);
        const admittedAt: number[] = [];
        let level = BigInt(limit.burst) * 1_000n;
        let now = NOON;
        for (const pauseMs of pausesMs) {
          now += pauseMs;
          const refilled = level + BigInt(pauseMs * limit.rate);
          level = refilled > BigInt(limit.burst) * 1_000n ? BigInt(limit.burst) * 1_000n : refilled;
          const lately = admittedAt.filter((at) => at > now - 1_000).length;
          const expected = level >= 1_000n && lately < limit.peak;
          if (expected) {
            level -= 1_000n;
            admittedAt.push(now);
          }
          const verdict = takeToken(bucket, limit, now);
          expect(verdict.admitted).toBe(expected);
          expect(verdict.remaining).toBe(Math.min(Number(level / 1_000n), limit.peak - lately - (expected ? 1 : 0)));
        }
      }),
    );
  });

  it('admits at the moment that it named, and not a millisecond earlier', () => {
    fc.assert(
      fc.property(limits, pauses, (limit, pausesMs) => {
        const bucket = newBucket(limit, NOON);
        let now = NOON;
        for (const pauseMs of pausesMs) takeToken(bucket, limit, (now += pauseMs));
        const { retryAfterMs } = takeToken(bucket, limit, now, 0);
        if (retryAfterMs > 0) expect(takeToken(bucket, limit, now + retryAfterMs - 1, 0).retryAfterMs).toBe(1);
        expect(takeToken(bucket, limit, now + retryAfterMs).admitted).toBe(true);
      }),
    );
  });
});
