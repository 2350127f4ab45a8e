const STUCK_MAX = 10_000;

/** Since when submissions that are next in line were passed by; lost at a restart, and then counted anew. */
export class StuckSubmissions {
  readonly #afterMs: number;
  /** By hash. */
  readonly #since = new Map<string, number>();

  /** @param afterMs - how long one may be next in line, in milliseconds */
  constructor(afterMs: number) {
    this.#afterMs = afterMs;
  }

  /** Whether a submission that is next in line has waited for too long. */
  isStuck(hash: string, now: number): boolean {
    const since = this.#since.get(hash);
    if (since === undefined) this.#since.set(hash, now);
    const [oldest] = this.#since.keys();
    if (this.#since.size > STUCK_MAX && oldest !== undefined) this.#since.delete(oldest);
    return now - (since ?? now) >= this.#afterMs;
  }

  /** It is not next in line any more, or another one takes its place. */
  forget(hash: string): void {
    this.#since.delete(hash);
  }
}
