/** A record that is not handled yet. */
interface Outstanding {
  readonly offset: number;
}

/** Which records of a partition were taken, and which of them are not handled: what its committed offset may be. */
export class PartitionProgress {
  /** In order of their offset. */
  readonly #outstanding = new Set<Outstanding>();
  #next: number;
  #committed: number;
  /** The offset that the next record of the partition will get, as the broker said last. */
  highWatermark: number;

  /** @param next - the offset of the first record that is going to be taken */
  constructor(next: number) {
    this.#next = next;
    this.#committed = next;
    this.highWatermark = next;
  }

  /** Records that are not handled. */
  get outstanding(): number {
    return this.#outstanding.size;
  }

  /** The offset of the first record that was not taken. */
  get next(): number {
    return this.#next;
  }

  /** Everything before this is handled: the offset to commit. */
  get handled(): number {
    const [first] = this.#outstanding;
    return first?.offset ?? this.#next;
  }

  /** Records that are in the partition and not handled. */
  get lag(): number {
    return Math.max(0, this.highWatermark - this.handled);
  }

  get needsCommit(): boolean {
    return this.handled > this.#committed;
  }

  /**
   * Takes a record, which is not handled.
   *
   * @returns to be called when it is
   */
  take(offset: number): () => void {
    const record = { offset };
    this.#outstanding.add(record);
    this.#next = offset + 1;
    return () => void this.#outstanding.delete(record);
  }

  /** The partition has no records before this that were not taken: compaction leaves gaps. */
  pass(next: number): void {
    this.#next = Math.max(this.#next, next);
  }

  committed(offset: number): void {
    this.#committed = Math.max(this.#committed, offset);
  }
}
