import { DEFAULT_RETRY_POLICY, pauseMs, policyFor } from './retry-policy';
import { StoreAwayError } from './testing/store-away-error';

describe('pauseMs', () => {
  const policy = { attempts: 8, baseMs: 100, maxMs: 1_000 };

  it('doubles up to the longest pause', () => {
    expect([1, 2, 3, 4, 5, 6].map((failures) => pauseMs(policy, failures, 0))).toEqual([
      100, 200, 400, 800, 1000, 1000,
    ]);
  });

  it('is shortened by up to a half', () => {
    expect(pauseMs(policy, 1, 0.5)).toBe(75);
    expect(pauseMs(policy, 1, 1)).toBe(50);
  });

  it('never grows without bound', () => {
    expect(pauseMs(policy, 100_000, 0)).toBe(1_000);
  });

  it('adds up to about ten seconds by default', () => {
    const pauses = Array.from({ length: DEFAULT_RETRY_POLICY.attempts - 1 }, (_, index) => index + 1);
    const total = pauses.reduce((sum, failures) => sum + pauseMs(DEFAULT_RETRY_POLICY, failures, 0.5), 0);
    expect(total).toBeGreaterThan(8_000);
    expect(total).toBeLessThan(12_000);
  });
});

describe('policyFor', () => {
  it('shortens the pauses of what is retried until something is back', () => {
    const away = policyFor(DEFAULT_RETRY_POLICY, new StoreAwayError());
    expect(pauseMs(away, 100, 0)).toBe(1_000);
    expect(policyFor(DEFAULT_RETRY_POLICY, new Error('a mistake'))).toBe(DEFAULT_RETRY_POLICY);
  });
});
