/** How often it is compared with the system's clock, in milliseconds. */
const CHECK_MS = 1_000;
/** The system's clock has whole milliseconds only, and is read a moment later. */
const DEVIATION_MS = 20;

/** Time with fractions of a millisecond that follows the clock of the system, also when that is set. */
export class SpanClock {
  #offset = performance.timeOrigin;
  #checkAt = 0;

  /** Milliseconds since the epoch. */
  now(): number {
    const elapsed = performance.now();
    if (elapsed >= this.#checkAt) {
      this.#checkAt = elapsed + CHECK_MS;
      const deviation = Date.now() - (this.#offset + elapsed);
      if (Math.abs(deviation) > DEVIATION_MS) this.#offset += deviation;
    }
    return this.#offset + elapsed;
  }
}
