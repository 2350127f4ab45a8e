/** A record that is being handled. */
interface Outstanding {
  readonly offset: number;
}

/** Tracks which records of a partition are handled, and so the offset that may be committed (protocol rule 24). */
export class PartitionProgress {
  /** In order of their offset. */
  readonly #outstanding = new Set<Outstanding>();
  #next: number;
  #committed: number;
  /** Offset of the next record to be written to the partition, as last reported by the broker. */
  highWatermark: number;

  /** @param next - offset of the first record to take */
  constructor(next: number) {
    this.#next = next;
    this.#committed = next;
    this.highWatermark = next;
  }

  /** Number of records taken and not yet handled. */
  get outstanding(): number {
    return this.#outstanding.size;
  }

  /** Offset of the first record not taken yet. */
  get next(): number {
    return this.#next;
  }

  /** The offset to commit: all records before it are handled. */
  get handled(): number {
    const [first] = this.#outstanding;
    return first?.offset ?? this.#next;
  }

  /** Number of records in the partition that are not handled. */
  get lag(): number {
    return Math.max(0, this.highWatermark - this.handled);
  }

  get needsCommit(): boolean {
    return this.handled > this.#committed;
  }

  /**
   * Registers a record that is being handled.
   *
   * @returns call it when the record is handled
   */
  take(offset: number): () => void {
    const record = { offset };
    this.#outstanding.add(record);
    this.#next = offset + 1;
    return () => void this.#outstanding.delete(record);
  }

  /** Moves past offsets without records, which compaction leaves behind. */
  pass(next: number): void {
    this.#next = Math.max(this.#next, next);
  }

  committed(offset: number): void {
    this.#committed = Math.max(this.#committed, offset);
  }
}
