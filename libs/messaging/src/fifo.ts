interface Node<T> {
  readonly item: T;
  next: Node<T> | undefined;
}

/** A queue with constant cost per operation; `Array.shift` moves all elements. */
export class Fifo<T> {
  #head: Node<T> | undefined;
  #tail: Node<T> | undefined;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  push(item: T): void {
    const node: Node<T> = { item, next: undefined };
    if (this.#tail === undefined) this.#head = node;
    else this.#tail.next = node;
    this.#tail = node;
    this.#size += 1;
  }

  shift(): T | undefined {
    const node = this.#head;
    if (node === undefined) return undefined;
    this.#head = node.next;
    if (node.next === undefined) this.#tail = undefined;
    this.#size -= 1;
    return node.item;
  }
}
