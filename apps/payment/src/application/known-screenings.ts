import type { PaymentOrder, Tenant } from '@stablecoin/contracts';
import { LRUCache } from 'lru-cache';

/** Results kept in memory at most: those of the recipients that were paid last. */
const KEPT = 20_000;

/** A result that has cleared a recipient, and until when it does, in milliseconds since the epoch. */
export interface KnownScreening {
  readonly ref: string;
  readonly answersUntil: number;
}

/**
 * Remembers cleared screening results until they expire (ADR 23). Compliance gives the same answer until then, so
 * reusing it is safe and saves a payment two appends. Results that do not clear a recipient are requested every time.
 * The memory is empty after a start.
 */
export class KnownScreenings {
  readonly #cleared = new LRUCache<string, KnownScreening>({ max: KEPT });

  /** Results that are kept now. */
  get size(): number {
    return this.#cleared.size;
  }

  /**
   * @param at - the time of the order
   * @returns the ref of the result that compliance would answer with; null when it has to be asked
   */
  find(tenant: Tenant, order: PaymentOrder, at: number): string | null {
    // Compliance knows whose review the result rests on.
    if (order.compliance === 'skip' || order.policy?.creator !== undefined) return null;
    const known = this.#cleared.get(keyOf(tenant, order));
    if (known === undefined || at >= known.answersUntil) return null;
    // A result that the client names may be one for another country.
    return order.complianceRef === null || order.complianceRef === known.ref ? known.ref : null;
  }

  /** Keeps what compliance has answered for an order, unless the client has named a result: that is one of another request. */
  keep(tenant: Tenant, order: PaymentOrder, cleared: KnownScreening): void {
    if (order.complianceRef === null) this.#cleared.set(keyOf(tenant, order), cleared);
  }
}

/** What a recipient is screened for and by whom: the same as compliance tells its streams apart by. */
function keyOf({ account, livemode }: Tenant, { to, countryCode }: PaymentOrder): string {
  return `${account}/${livemode}/${countryCode ?? ''}/${to}`;
}
