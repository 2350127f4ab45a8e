import { nextAttemptAt } from './retry-schedule';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const schedule = [
  0,
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

function wait(attempts: number, deliveryId = 'whd_1'): number | null {
  const at = nextAttemptAt(schedule, { deliveryId, attempts, now: 7, retryAfterMs: null });
  return at === null ? null : at - 7;
}

describe('Webhook retries: at once, then 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h', () => {
  it('the first at once', () => {
    expect(wait(0)).toBe(0);
  });

  it.each(schedule.slice(1).map((ms, n) => [n + 1, ms] as const))('after %d attempts: %d ms', (attempts, ms) => {
    expect(wait(attempts)).toBeGreaterThanOrEqual(ms);
    expect(wait(attempts)).toBeLessThan(ms * 1.1);
  });

  it('there is no attempt after the tenth', () => {
    expect(wait(10)).toBeNull();
  });

  it('each with jitter: deliveries that failed together spread over a tenth of the wait', () => {
    const waits = Array.from({ length: 1_000 }, (_, n) => ((wait(2, `whd_${n}`) ?? 0) - 5 * MINUTE) / (30 * SECOND));
    // Ten equal parts, each with its share: nothing gathers at one moment.
    for (let part = 0; part < 10; part++) {
      const share = waits.filter((at) => Math.floor(at * 10) === part).length;
      expect(share).toBeGreaterThan(50);
      expect(share).toBeLessThan(200);
    }
  });

  it('the same for the same delivery and attempt, so that a repeated decision is the same', () => {
    expect(wait(3)).toBe(wait(3));
    expect(wait(3)).not.toBe(wait(3, 'whd_2'));
  });
});
