interface Reading<T> {
  /** In milliseconds since the epoch. */
  readonly at: number;
  readonly value: T;
}

/**
 * Caches a reading of a chain. Concurrent callers share one request. When a request fails, the last value is used for
 * {@link STALE_MS}: one lost answer does not make a chain look down.
 */
export class CachedReading<T> {
  readonly #request: () => Promise<T>;
  readonly #freshMs: number;
  readonly #now: () => number;
  #last: Reading<Promise<T>> | undefined;
  #known: Reading<T> | undefined;

  /**
   * @param request - reads the chain
   * @param freshMs - how long a value is returned without a new request, in milliseconds
   */
  constructor(request: () => Promise<T>, freshMs: number, now: () => number) {
    this.#request = request;
    this.#freshMs = freshMs;
    this.#now = now;
  }

  /** The last value; `undefined` before the first one. */
  get known(): T | undefined {
    return this.#known?.value;
  }

  /** @throws the error of the request, when it fails and there is no recent value */
  read(): Promise<T> {
    const at = this.#now();
    if (this.#last !== undefined && at - this.#last.at < this.#freshMs) return this.#last.value;
    const last = { at, value: this.#requestOrKnown(at) };
    this.#last = last;
    last.value.catch(() => {
      // A failure is not cached: the next call makes a new request.
      if (this.#last === last) this.#last = undefined;
    });
    return last.value;
  }

  async #requestOrKnown(at: number): Promise<T> {
    try {
      const value = await this.#request();
      this.#known = { at, value };
      return value;
    } catch (error) {
      if (this.#known !== undefined && at - this.#known.at < STALE_MS) return this.#known.value;
      throw error;
    }
  }
}

const STALE_MS = 15_000;
