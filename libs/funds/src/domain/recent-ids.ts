/**
 * The most recent ids of a kind, in bounded memory; the oldest is forgotten first. For states of unbounded streams. Older
 * ids are looked up in a read model (protocol rule 4).
 */
export class RecentIds {
  readonly #ids = new Set<string>();
  /** Iterates from the oldest. It is never restarted: a new iterator would skip all deleted places again. */
  readonly #byAge = this.#ids.values();

  /**
   * @param capacity - maximum number of ids
   * @param ids - from {@link toJSON}, the oldest first
   */
  constructor(
    readonly capacity: number,
    ids: Iterable<string> = [],
  ) {
    for (const id of ids) this.add(id);
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** Adds an id. A known id keeps its age. */
  add(id: string): void {
    this.#ids.add(id);
    if (this.#ids.size <= this.capacity) return;
    const oldest = this.#byAge.next();
    if (oldest.done !== true) this.#ids.delete(oldest.value);
  }

  /** The ids as JSON, for snapshots: the oldest first. */
  toJSON(): string[] {
    return [...this.#ids];
  }
}
