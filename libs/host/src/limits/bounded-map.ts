/** A map with at most `capacity` entries. The least recently used entry is dropped. */
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
    // A Map keeps insertion order, so a used entry moves to the end.
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
