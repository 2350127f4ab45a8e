import { BoundedCache } from './bounded-cache';

/** An answer after this time is a late one. */
const PROMPT_MS = 1_000;
/** An endpoint that has left so many calls in a row without an answer, or with a late one, is taken to be slow. */
const SLOW_AFTER = 10;
/** Calls of one slow endpoint that may be under way: as many as there are connections to it, so it loses nothing. */
const CALLS_MAX = 64;
/** Calls of all slow endpoints together: the other half of the places is for those that answer. */
const ALL_CALLS_MAX = 128;
/** When those come back that had no place. */
const AWAY_MS = 1_000;
const ENDPOINTS_MAX = 10_000;

interface Line {
  underWay: number;
  /** Calls in a row without a prompt answer. */
  late: number;
}

/** How a call ended. */
export interface EndedCall {
  /** Null: there was no answer. */
  readonly statusCode: number | null;
  readonly durationMs: number;
}

/** A place for one call, to be left when the call has ended; or when to come back, because there is none. */
export type Turn = { leave(call: EndedCall): void } | { readonly againInMs: number };

/** Bounds the calls of slow endpoints: each lasts long, and together they would take the places of all the others. */
export class Turns {
  readonly #lines = new BoundedCache<Line>(ENDPOINTS_MAX);
  #slowCalls = 0;

  /** Endpoints whose calls are counted now. */
  get size(): number {
    return this.#lines.size;
  }

  take(endpointId: string): Turn {
    const line = this.#lines.get(endpointId, () => ({ underWay: 0, late: 0 }));
    const isSlow = line.late >= SLOW_AFTER;
    if (isSlow && (line.underWay >= CALLS_MAX || this.#slowCalls >= ALL_CALLS_MAX)) return { againInMs: AWAY_MS };
    line.underWay++;
    if (isSlow) this.#slowCalls++;
    return {
      leave: ({ statusCode, durationMs }) => {
        line.underWay--;
        if (isSlow) this.#slowCalls--;
        line.late = statusCode !== null && durationMs <= PROMPT_MS ? 0 : line.late + 1;
      },
    };
  }
}
