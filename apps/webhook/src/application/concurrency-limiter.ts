import { BoundedCache } from './bounded-cache';

/** Calls under way, over all endpoints. */
export const CALLS_AT_ONCE = 512;
/** What part of the places that are free an account may have, an endpoint, and a slow one. */
const PARTS = { account: 1 / 2, endpoint: 1 / 4, slow: 1 / 16 };
/** An answer after this time is a late one. */
const PROMPT_MS = 1_000;
/** After this many calls in a row without an answer, or with a late one, an endpoint counts as slow. */
const SLOW_AFTER = 10;
/** Calls of all slow endpoints together: the other half of the places is for those that answer. */
const ALL_SLOW_CALLS_MAX = CALLS_AT_ONCE / 2;
const ENDPOINTS_MAX = 10_000;

interface EndpointCalls {
  underWay: number;
  /** Calls in a row without a prompt answer. */
  late: number;
}

/** Whose call it is. */
export interface CalledEndpoint {
  readonly endpointId: string;
  readonly account: string;
}

/** How a call ended. */
export interface EndedCall {
  /** Null: there was no answer. */
  readonly statusCode: number | null;
  readonly durationMs: number;
}

/** A place for one call, to be left when the call has ended; without one, when there was none. */
export interface CallSlot {
  release(call?: EndedCall): void;
}

/**
 * Shares the concurrent calls between endpoints. Without limits, the long calls of endpoints that do not answer would
 * soon take all of them.
 *
 * An endpoint may use up to a quarter of the free calls: a fifth of all when it is alone, less when others are active.
 * So a sudden outage of one endpoint leaves four fifths to the others, and a busy healthy endpoint still gets many. A
 * slow endpoint gets fewer, and all endpoints of an account get a third together.
 */
export class ConcurrencyLimiter {
  readonly #lines = new BoundedCache<EndpointCalls>(ENDPOINTS_MAX);
  readonly #byAccount = new Map<string, number>();
  #underWay = 0;
  #slowCalls = 0;

  /** Endpoints whose calls are counted now. */
  get size(): number {
    return this.#lines.size;
  }

  /** Whether there is a place for a call now. Always when no call is under way. */
  hasSlotFor({ endpointId, account }: CalledEndpoint): boolean {
    const { underWay, late } = this.#line(endpointId);
    const free = CALLS_AT_ONCE - this.#underWay;
    const part = (of: keyof typeof PARTS): number => Math.max(1, free * PARTS[of]);
    if (free === 0 || (this.#byAccount.get(account) ?? 0) >= part('account')) return false;
    if (late < SLOW_AFTER) return underWay < part('endpoint');
    return underWay < part('slow') && this.#slowCalls < ALL_SLOW_CALLS_MAX;
  }

  /** Takes a place. Whether there is one is asked before. */
  acquire({ endpointId, account }: CalledEndpoint): CallSlot {
    const line = this.#line(endpointId);
    const isSlow = line.late >= SLOW_AFTER;
    this.#count(line, account, isSlow, 1);
    return {
      release: (call) => {
        this.#count(line, account, isSlow, -1);
        if (call === undefined) return;
        line.late = call.statusCode !== null && call.durationMs <= PROMPT_MS ? 0 : line.late + 1;
      },
    };
  }

  #line(endpointId: string): EndpointCalls {
    return this.#lines.get(endpointId, () => ({ underWay: 0, late: 0 }));
  }

  #count(line: EndpointCalls, account: string, isSlow: boolean, change: 1 | -1): void {
    line.underWay += change;
    this.#underWay += change;
    if (isSlow) this.#slowCalls += change;
    const ofAccount = (this.#byAccount.get(account) ?? 0) + change;
    if (ofAccount === 0) this.#byAccount.delete(account);
    else this.#byAccount.set(account, ofAccount);
  }
}
