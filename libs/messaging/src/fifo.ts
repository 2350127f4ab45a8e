interface Link<T> {
  readonly item: T;
  next: Link<T> | undefined;
}

/** A queue with constant cost per operation; `Array.shift` moves all elements. */
export class Fifo<T> {
  #head: Link<T> | undefined;
  #tail: Link<T> | undefined;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  push(item: T): void {
    const link: Link<T> = { item, next: undefined };
    if (this.#tail === undefined) this.#head = link;
    else this.#tail.next = link;
    this.#tail = link;
    this.#size += 1;
  }

  shift(): T | undefined {
    const link = this.#head;
    if (link === undefined) return undefined;
    this.#head = link.next;
    if (link.next === undefined) this.#tail = undefined;
    this.#size -= 1;
    return link.item;
  }
}
