import ipaddr from 'ipaddr.js';
import type { Clock } from '@stablecoin/event-sourcing';
import type { BucketStore } from './rate-limiter';
import type { RateLimit } from './token-bucket';

/** Sign-ins from one address: one a second, and up to 20 at once. */
const SIGN_INS: RateLimit = { rate: 1, burst: 20, peak: 20 };
/** Whoever has an IPv6 address has 2^64 of them. */
const IPV6_PARTS = 4;

/** Counts sign-ins by where they come from, before it is known who signs in. */
export class SourceLimiter {
  constructor(
    private readonly store: BucketStore,
    private readonly clock: Clock,
  ) {}

  /** @returns null: it is admitted; otherwise after how many seconds to try again */
  async take(ip: string): Promise<number | null> {
    const verdict = await this.store.take(`sign_in.${networkOf(ip)}`, SIGN_INS, this.clock.now(), 1);
    return verdict.admitted ? null : Math.max(1, Math.ceil(verdict.retryAfterMs / 1_000));
  }
}

/** An IPv4 address, or the /64 of an IPv6 one. */
function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  return address instanceof ipaddr.IPv6 ? address.parts.slice(0, IPV6_PARTS).join('.') : address.toString();
}
