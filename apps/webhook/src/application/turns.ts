import { BoundedCache } from './bounded-cache';

/** An endpoint that has left so many calls in a row without an answer is taken to be down. */
const DOWN_AFTER = 10;
/** Calls of an endpoint that is down which may be under way: they must not take the places of all the others. */
const DOWN_CALLS_MAX = 32;
/** When those come back that had no place: it may be up again by then. */
const AWAY_MS = 5_000;
const ENDPOINTS_MAX = 10_000;

interface Line {
  underWay: number;
  /** Calls in a row without an answer. */
  unanswered: number;
}

/** A place for one call, to be left when the call has ended; or when to come back, because there is none. */
export type Turn = { leave(answered: boolean): void } | { readonly againInMs: number };

/** Bounds the calls of endpoints that do not answer, each of which lasts as long as a call can. */
export class Turns {
  readonly #lines = new BoundedCache<Line>(ENDPOINTS_MAX);

  /** Endpoints whose calls are counted now. */
  get size(): number {
    return this.#lines.size;
  }

  take(endpointId: string): Turn {
    const line = this.#lines.get(endpointId, () => ({ underWay: 0, unanswered: 0 }));
    if (line.unanswered >= DOWN_AFTER && line.underWay >= DOWN_CALLS_MAX) return { againInMs: AWAY_MS };
    line.underWay++;
    return {
      leave(answered) {
        line.underWay--;
        line.unanswered = answered ? 0 : line.unanswered + 1;
      },
    };
  }
}
