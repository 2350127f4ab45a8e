/**
 * The latest ids of a kind, in bounded memory: the one remembered longest is forgotten first. For states that go on
 * for ever and have to know what came lately; what is older is looked up in a read model (protocol rule 4).
 */
export class RecentIds {
  readonly #ids = new Set<string>();
  /** From the oldest on. It is never begun anew: that would pass, each time, the places of all that are forgotten. */
  readonly #byAge = this.#ids.values();

  /**
   * @param capacity - how many ids are kept at most
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

  /** Remembers an id; one that is known keeps its age. */
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
