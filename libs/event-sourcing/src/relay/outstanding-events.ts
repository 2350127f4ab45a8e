/** An event whose messages are not all acknowledged yet. */
interface Outstanding {
  /** Everything up to here came before the event. */
  readonly before: number;
  done: boolean;
  /** The event after it. */
  next: Outstanding | undefined;
}

/** Which events have been taken from the store, in order, and which of them are not done: what a checkpoint may say. */
export class OutstandingEvents {
  /** The earliest that is not done, and the latest that was taken; undefined when all are done. */
  #first: Outstanding | undefined;
  #last: Outstanding | undefined;
  #size = 0;
  #seen: number;

  constructor(position: number) {
    this.#seen = position;
  }

  /** Events that are not done. */
  get size(): number {
    return this.#size;
  }

  /** Everything up to this has been taken. */
  get seen(): number {
    return this.#seen;
  }

  /** Everything up to this is done: the checkpoint. */
  get done(): number {
    return this.#first?.before ?? this.#seen;
  }

  /**
   * Takes an event, which is not done.
   *
   * @returns to be called once, when it is
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

  /** Passes over what leads to no message. */
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
