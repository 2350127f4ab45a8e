import { newBucket, takeToken } from '@stablecoin/host';
import { planLimits } from './plan-limits';

describe('Rate limits: the plans', () => {
  it('Scale', () => {
    expect(planLimits().scale).toEqual({
      payments: { rate: 100, burst: 500, peak: 200 },
      compliance: { rate: 50, burst: 50, peak: 50 },
      wallets: { rate: 20, burst: 20, peak: 20 },
      reads: { rate: 200, burst: 200, peak: 200 },
      other: { rate: 10, burst: 10, peak: 10 },
    });
  });

  it('Enterprise', () => {
    expect(planLimits().enterprise).toMatchObject({
      payments: { rate: 1_000 },
      compliance: { rate: 50 },
      wallets: { rate: 20 },
      reads: { rate: 2_000 },
      other: { rate: 10 },
    });
  });

  it('an override takes the place of the plan’s own, and a rate alone takes the others along', () => {
    const limits = planLimits({
      scale: { payments: { rate: 10 }, reads: { burst: 900 } },
      enterprise: { payments: { burst: 20_000 } },
    });
    expect(limits.scale.payments).toEqual({ rate: 10, burst: 50, peak: 20 });
    expect(limits.scale.reads).toEqual({ rate: 200, burst: 900, peak: 200 });
    expect(limits.enterprise.payments).toEqual({ rate: 1_000, burst: 20_000, peak: 2_000 });
    expect(limits.scale.wallets).toEqual(planLimits().scale.wallets);
  });
});

describe('at twice a plan’s limit', () => {
  const SECONDS = 20;
  const CASES = (['scale', 'enterprise'] as const).flatMap((plan) =>
    Object.entries(planLimits()[plan]).map(([name, limit]) => ({ plan, name, limit })),
  );

  it.each(CASES)('$plan, $name: what is admitted is within 1 % of the limit', ({ limit }) => {
    const bucket = newBucket(limit, 0);
    const perMs = (2 * Math.max(limit.rate, limit.peak)) / 1_000;
    let admitted = 0;
    let sent = 0;
    for (let now = 0; now < SECONDS * 1_000; now++) {
      for (; sent < now * perMs; sent++) if (takeToken(bucket, limit, now).admitted) admitted += 1;
    }
    const allowed = Math.min(limit.burst + limit.rate * SECONDS, limit.peak * SECONDS);
    expect(admitted).toBeLessThanOrEqual(allowed);
    expect(admitted).toBeGreaterThanOrEqual(0.99 * allowed);
  });
});
