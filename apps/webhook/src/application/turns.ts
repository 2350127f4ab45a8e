/** Calls of one endpoint that may be under way: a slow one must not take the places of all the others. */
const CALLS_MAX = 64;
/** How far apart those come back that had no place. */
const APART_MS = 20;

interface Line {
  underWay: number;
  /** When the last of those that had no place comes back. */
  lastBackAt: number;
}

/** Gives each endpoint a bounded number of calls at once. */
export class Turns {
  readonly #lines = new Map<string, Line>();

  /**
   * Takes a place, to be given back with {@link leave}.
   *
   * @returns 0, or after how many milliseconds to ask again: one after the other, so that asking costs little however
   * many there are
   */
  take(endpointId: string, now: number): number {
    const line = this.#lines.get(endpointId) ?? { underWay: 0, lastBackAt: 0 };
    this.#lines.set(endpointId, line);
    if (line.underWay < CALLS_MAX) {
      line.underWay++;
      return 0;
    }
    line.lastBackAt = Math.max(line.lastBackAt, now) + APART_MS;
    return line.lastBackAt - now;
  }

  leave(endpointId: string): void {
    const line = this.#lines.get(endpointId);
    if (line === undefined) return;
    line.underWay--;
    if (line.underWay === 0) this.#lines.delete(endpointId);
  }
}
