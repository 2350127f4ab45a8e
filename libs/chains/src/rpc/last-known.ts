/**
 * A reading of a chain that is made no more often than is given, and whose last value counts while it fails: for what
 * changes rarely. Concurrent callers share one request.
 */
export class LastKnown<T> {
  readonly #parts: LastKnownParts<T>;
  #known: T;
  #reading: { readonly at: number; readonly value: Promise<T> } | undefined;

  constructor(parts: LastKnownParts<T>) {
    this.#parts = parts;
    this.#known = parts.initial;
  }

  /** The last value, without a question. */
  get known(): T {
    return this.#known;
  }

  /** Never rejects. A request that fails is not repeated sooner either. */
  read(): Promise<T> {
    const { freshMs, now } = this.#parts;
    const at = now();
    if (this.#reading !== undefined && at - this.#reading.at < freshMs) return this.#reading.value;
    this.#reading = { at, value: this.#requestOrKnown() };
    return this.#reading.value;
  }

  async #requestOrKnown(): Promise<T> {
    try {
      this.#known = await this.#parts.request();
    } catch (error) {
      this.#parts.onFailure(error, this.#known);
    }
    return this.#known;
  }
}

export interface LastKnownParts<T> {
  readonly request: () => Promise<T>;
  /** Before the first answer. */
  readonly initial: T;
  /** How long a value is returned without a new request, in milliseconds. */
  readonly freshMs: number;
  readonly now: () => number;
  readonly onFailure: (error: unknown, known: T) => void;
}
