/** An event whose messages are not all acknowledged yet. */
interface Outstanding {
  /** Everything up to here came before the event. */
  readonly before: number;
}

/** Which events have been taken from the store, in order, and which of them are not done: what a checkpoint may say. */
export class OutstandingEvents {
  /** In order of their position. */
  readonly #outstanding = new Set<Outstanding>();
  #seen: number;

  constructor(position: number) {
    this.#seen = position;
  }

  /** Events that are not done. */
  get size(): number {
    return this.#outstanding.size;
  }

  /** Everything up to this has been taken. */
  get seen(): number {
    return this.#seen;
  }

  /** Everything up to this is done: the checkpoint. */
  get done(): number {
    const [first] = this.#outstanding;
    return first?.before ?? this.#seen;
  }

  /**
   * Takes an event, which is not done.
   *
   * @returns to be called when it is
   */
  take(position: number): () => void {
    const event: Outstanding = { before: this.#seen };
    this.#outstanding.add(event);
    this.#seen = position;
    return () => void this.#outstanding.delete(event);
  }

  /** Passes over what leads to no message. */
  pass(position: number): void {
    this.#seen = position;
  }
}
