import { limitOfAccount, type PlanLimits } from '@stablecoin/access';
import type { Plan, Tenant } from '@stablecoin/contracts';
import type { Clock } from '@stablecoin/event-sourcing';
import type { BucketStore, RateLimitClass } from '@stablecoin/host';

const DAY_S = 86_400;
/** More than the other limits admit, so that bytes alone count. */
const REQUESTS_A_SECOND = 10_000;

/** A verdict with the headers that tell of it (draft-ietf-httpapi-ratelimit-headers-10). */
export interface Limited {
  readonly admitted: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

/** Counts what each API key asks for, and all keys of an account in a mode, by kind of request. */
export class RateLimiter {
  /** @param sandboxBytesPerDay - what an account may send to be stored in the sandbox */
  constructor(
    private readonly store: BucketStore,
    private readonly plans: Readonly<Record<Plan, PlanLimits>>,
    private readonly clock: Clock,
    private readonly sandboxBytesPerDay: number,
  ) {}

  /**
   * Counts what a request has an account store in the sandbox, where nothing costs anything.
   *
   * @returns null: it is admitted; otherwise after how many seconds to try again
   */
  async takeBytes({ account }: Tenant, bytes: number): Promise<number | null> {
    const rate = Math.ceil(this.sandboxBytesPerDay / DAY_S);
    const limit = { rate, burst: this.sandboxBytesPerDay, peak: REQUESTS_A_SECOND };
    const verdict = await this.store.take(`${account}.test.bytes`, limit, this.clock.now(), Math.max(1, bytes));
    return verdict.admitted ? null : Math.max(1, seconds(verdict.retryAfterMs));
  }

  /** @param cost - tokens; 0 looks without taking: for what turns out to cost a token only later */
  async take(
    key: Tenant & { readonly keyId: string; readonly plan: Plan },
    name: RateLimitClass,
    cost = 1,
  ): Promise<Limited> {
    const limit = this.plans[key.plan][name];
    const now = this.clock.now();
    const verdict = await this.store.take(`${key.keyId}.${name}`, limit, now, cost);
    const headers = {
      'RateLimit-Policy': `"${name}";q=${limit.rate};w=1`,
      RateLimit: `"${name}";r=${verdict.remaining};t=${seconds(verdict.resetMs)}`,
    };
    if (cost === 0) return { admitted: true, headers };
    const account = `${key.account}.${key.livemode ? 'live' : 'test'}.${key.plan}.${name}`;
    const ofAccount = verdict.admitted ? await this.store.take(account, limitOfAccount(limit), now, cost) : verdict;
    if (ofAccount.admitted) return { admitted: true, headers };
    const retryAfter = Math.max(1, seconds(ofAccount.retryAfterMs));
    return { admitted: false, headers: { ...headers, 'Retry-After': `${retryAfter}` } };
  }
}

function seconds(ms: number): number {
  return Math.ceil(ms / 1_000);
}
