import { PLANS, type Plan } from '@stablecoin/contracts';
import { RATE_LIMIT_CLASSES, type RateLimitClass, type RateLimitOverrides } from '@stablecoin/host';
import type { RateLimit } from '@stablecoin/host';

/** How often a key of a plan may ask, by kind of request. */
export type PlanLimits = Readonly<Record<RateLimitClass, RateLimit>>;

/** API contract, Limits; API decisions, Rate limits. */
const PLAN_LIMITS: Readonly<Record<Plan, PlanLimits>> = {
  scale: {
    payments: { rate: 100, burst: 500, peak: 200 },
    compliance: steady(50),
    wallets: steady(20),
    reads: steady(200),
    other: steady(10),
  },
  enterprise: {
    payments: { rate: 1_000, burst: 5_000, peak: 2_000 },
    compliance: steady(50),
    wallets: steady(20),
    reads: steady(2_000),
    other: steady(10),
  },
};

/** A rate without a burst. */
function steady(rate: number): RateLimit {
  return { rate, burst: rate, peak: rate };
}

/**
 * The limits of every plan. Overrides replace the limits of a plan; an overridden rate alone scales burst and peak with
 * it.
 */
export function planLimits(overrides: RateLimitOverrides = {}): Readonly<Record<Plan, PlanLimits>> {
  const limitsOf = (plan: Plan): PlanLimits => {
    const entries = RATE_LIMIT_CLASSES.map((name) => {
      const own = PLAN_LIMITS[plan][name];
      const { rate = own.rate, burst, peak } = overrides[plan]?.[name] ?? {};
      const scaled = (limit: number): number => Math.ceil((limit * rate) / own.rate);
      return [name, { rate, burst: burst ?? scaled(own.burst), peak: peak ?? scaled(own.peak) }] as const;
    });
    return Object.fromEntries(entries) as Record<RateLimitClass, RateLimit>;
  };
  return Object.fromEntries(PLANS.map((plan) => [plan, limitsOf(plan)])) as Record<Plan, PlanLimits>;
}
