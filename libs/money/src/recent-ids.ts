/**
 * The latest ids of a kind, in bounded memory: the one remembered longest is forgotten first. For states that go on
 * for ever and have to know what came lately; what is older is looked up in a read model (protocol rule 4).
 */
export class RecentIds {
  readonly #ids: Set<string>;

  /**
   * @param capacity - how many ids are kept at most
   * @param ids - from {@link toJSON}, the oldest first
   */
  constructor(
    readonly capacity: number,
    ids: Iterable<string> = [],
  ) {
    this.#ids = new Set();
    for (const id of ids) this.add(id);
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** Remembers an id; one that is known keeps its age. */
  add(id: string): void {
    this.#ids.add(id);
    if (this.#ids.size <= this.capacity) return;
    for (const oldest of this.#ids) {
      this.#ids.delete(oldest);
      return;
    }
  }

  /** The ids as JSON, for snapshots: the oldest first. */
  toJSON(): string[] {
    return [...this.#ids];
  }
}
