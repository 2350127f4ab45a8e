import { planLimits } from './plan-limits';

describe('API decisions, Rate limits: the plans', () => {
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
