/** An event with unacknowledged messages. */
interface Outstanding {
  /** The position before the event. */
  readonly before: number;
  done: boolean;
  /** The event after it. */
  next: Outstanding | undefined;
}

/** Tracks events from the store until they are done, and so the position for the checkpoint. */
export class OutstandingEvents {
  /** The first event that is not done, and the last that was taken; undefined when all are done. */
  #first: Outstanding | undefined;
  #last: Outstanding | undefined;
  #size = 0;
  #seen: number;

  constructor(position: number) {
    this.#seen = position;
  }

  /** Number of events that are not done. */
  get size(): number {
    return this.#size;
  }

  /** Everything up to this position was taken. */
  get seen(): number {
    return this.#seen;
  }

  /** Everything up to this position is done: the checkpoint. */
  get done(): number {
    return this.#first?.before ?? this.#seen;
  }

  /**
   * Adds an event.
   *
   * @returns call it once, when the event is done
   */
  take(position: number): () => void {
    const event: Outstanding = { before: this.#seen, done: false, next: undefined };
    if (this.#last === undefined) this.#first = event;
    else this.#last.next = event;
    this.#last = event;
    this.#size++;
    this.#seen = position;
    return () => this.#end(event);
  }

  /** Skips events that lead to no message. */
  pass(position: number): void {
    this.#seen = position;
  }

  #end(event: Outstanding): void {
    event.done = true;
    this.#size--;
    while (this.#first?.done === true) this.#first = this.#first.next;
    if (this.#first === undefined) this.#last = undefined;
  }
}
