/** Keeps the values that were used last, a bounded number of them. */
export class BoundedCache<Value> {
  readonly #values = new Map<string, Value>();

  /** @param evicted - is given each value that makes room for another */
  constructor(
    private readonly sizeMax: number,
    private readonly evicted: (value: Value) => void = () => undefined,
  ) {}

  get size(): number {
    return this.#values.size;
  }

  /** The value of a key, made when it is not there. */
  get(key: string, make: () => Value): Value {
    const value = this.#values.get(key) ?? make();
    // A Map keeps insertion order: a used entry moves to the end, so the first is the least recently used.
    this.#values.delete(key);
    this.#values.set(key, value);
    if (this.#values.size > this.sizeMax) this.#evictOldest();
    return value;
  }

  has(key: string): boolean {
    return this.#values.has(key);
  }

  delete(key: string): void {
    this.#values.delete(key);
  }

  values(): IterableIterator<Value> {
    return this.#values.values();
  }

  #evictOldest(): void {
    for (const [key, value] of this.#values) {
      this.#values.delete(key);
      this.evicted(value);
      return;
    }
  }
}
