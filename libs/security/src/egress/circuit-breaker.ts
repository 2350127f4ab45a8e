export interface CircuitBreakerOptions {
  /** Failures in a row that open the breaker. */
  readonly failures: number;
  /** How long it stays open at first, in milliseconds; twice as long each time that the next try fails too. */
  readonly openMs: number;
  readonly openMsMax: number;
  readonly now: () => number;
}

/** A circuit breaker. `closed`: calls are allowed. `open`: calls are rejected. `half-open`: the next call decides. */
export class CircuitBreaker {
  readonly #options: CircuitBreakerOptions;
  #failures = 0;
  #openMs: number;
  /** Until when it is open; undefined while it is closed. */
  #openUntil: number | undefined;

  constructor(options: CircuitBreakerOptions) {
    this.#options = options;
    this.#openMs = options.openMs;
  }

  get state(): 'closed' | 'open' | 'half-open' {
    if (this.#openUntil === undefined) return 'closed';
    return this.#options.now() < this.#openUntil ? 'open' : 'half-open';
  }

  /** Failures in a row. */
  get failures(): number {
    return this.#failures;
  }

  /** In how many milliseconds it is worth a try again; 0 when it is now. */
  get triedAgainInMs(): number {
    return Math.max(0, (this.#openUntil ?? 0) - this.#options.now());
  }

  succeeded(): void {
    this.#failures = 0;
    this.#openUntil = undefined;
    this.#openMs = this.#options.openMs;
  }

  failed(): void {
    this.#failures += 1;
    const { state } = this;
    // Results of calls from before it opened do not count.
    if (state === 'open' || this.#failures < this.#options.failures) return;
    if (state === 'half-open') this.#openMs = Math.min(2 * this.#openMs, this.#options.openMsMax);
    this.#openUntil = this.#options.now() + this.#openMs;
  }
}
