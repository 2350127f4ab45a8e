/** A map that holds no more than `capacity` entries: what was not used for the longest time gives way. */
export class BoundedMap<Key, Value> {
  /** In the order of their last use. */
  readonly #entries = new Map<Key, Value>();
  #newest: Key | undefined;

  constructor(private readonly capacity: number) {}

  get size(): number {
    return this.#entries.size;
  }

  get(key: Key): Value | undefined {
    const value = this.#entries.get(key);
    if (value !== undefined && key !== this.#newest) this.set(key, value);
    return value;
  }

  set(key: Key, value: Value): void {
    // A map keeps the order of insertion, so what is used goes to the end.
    this.#entries.delete(key);
    this.#entries.set(key, value);
    this.#newest = key;
    if (this.#entries.size <= this.capacity) return;
    for (const [oldest] of this.#entries) {
      this.#entries.delete(oldest);
      return;
    }
  }

  delete(key: Key): void {
    this.#entries.delete(key);
  }
}
