/**
 * A queue per stream. What waits for one stream is handed over together, one batch after the other; different
 * streams do not wait for each other.
 */
export class StreamQueues<Item> {
  readonly #queues = new Map<string, Item[]>();
  readonly #draining = new Set<Promise<void>>();
  readonly #batchSize: number;
  readonly #take: (stream: string, items: readonly Item[]) => Promise<void>;
  #size = 0;

  /** @param take - takes a batch; must not reject */
  constructor(batchSize: number, take: (stream: string, items: readonly Item[]) => Promise<void>) {
    this.#batchSize = batchSize;
    this.#take = take;
  }

  /** Items that wait or are being taken, over all streams. */
  get size(): number {
    return this.#size;
  }

  push(stream: string, item: Item): void {
    this.#size++;
    const queue = this.#queues.get(stream);
    if (queue !== undefined) {
      queue.push(item);
      return;
    }
    const opened = [item];
    this.#queues.set(stream, opened);
    const draining = this.#drain(stream, opened).finally(() => this.#draining.delete(draining));
    this.#draining.add(draining);
  }

  /** Resolves when every queue is empty. */
  async idle(): Promise<void> {
    while (this.#draining.size > 0) await Promise.all(this.#draining);
  }

  async #drain(stream: string, queue: Item[]): Promise<void> {
    // What arrives in the same turn goes together.
    await Promise.resolve();
    while (queue.length > 0) {
      const batch = queue.splice(0, this.#batchSize);
      await this.#take(stream, batch);
      this.#size -= batch.length;
    }
    this.#queues.delete(stream);
  }
}
