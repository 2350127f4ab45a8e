import ipaddr from 'ipaddr.js';
import type { Clock } from '@stablecoin/event-sourcing';
import type { BucketStore, RateLimit } from '@stablecoin/host';

/** Seconds whose sign-ins may come at once. */
const BURST_S = 20;
/** Whoever has an IPv6 address has 2^64 of them. */
const IPV6_PARTS = 4;

/** Counts sign-ins by where they come from, before it is known who signs in. */
export class SourceLimiter {
  readonly #limit: RateLimit;

  /** @param rate - sign-ins per second */
  constructor(
    private readonly store: BucketStore,
    private readonly clock: Clock,
    rate: number,
  ) {
    this.#limit = { rate, burst: BURST_S * rate, peak: BURST_S * rate };
  }

  /** @returns null: it is admitted; otherwise after how many seconds to try again */
  async take(ip: string): Promise<number | null> {
    const verdict = await this.store.take(`sign_in.${networkOf(ip)}`, this.#limit, this.clock.now(), 1);
    return verdict.admitted ? null : Math.max(1, Math.ceil(verdict.retryAfterMs / 1_000));
  }
}

/** An IPv4 address, or the /64 of an IPv6 one. */
function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  return address instanceof ipaddr.IPv6 ? address.parts.slice(0, IPV6_PARTS).join('.') : address.toString();
}
