/**
 * A queue per stream. All waiting items of a stream are taken as one batch, one batch after the other; streams do not
 * wait for each other.
 */
export class StreamQueues<Item> {
  readonly #queues = new Map<string, Item[]>();
  readonly #batchSize: number;
  readonly #take: (stream: string, items: readonly Item[]) => Promise<void>;
  #size = 0;
  /** Called when every queue is empty. */
  #idle: (() => void)[] = [];

  /** @param take - takes a batch; must not reject */
  constructor(batchSize: number, take: (stream: string, items: readonly Item[]) => Promise<void>) {
    this.#batchSize = batchSize;
    this.#take = take;
  }

  /** Number of items that wait or are being taken, over all streams. */
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
    void this.#drain(stream, opened);
  }

  /** Resolves when every queue is empty. */
  async idle(): Promise<void> {
    while (this.#queues.size > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  async #drain(stream: string, queue: Item[]): Promise<void> {
    while (queue.length > 0) {
      // What arrives in the same turn goes together: what came a moment later would wait for a whole append.
      await everyPromiseOfThisTurn();
      const batch = queue.splice(0, this.#batchSize);
      await this.#take(stream, batch);
      this.#size -= batch.length;
    }
    this.#queues.delete(stream);
    if (this.#queues.size === 0) for (const resolve of this.#idle.splice(0)) resolve();
  }
}

/** Resolves when no promise is left that others wait for, and before anything else happens. */
function everyPromiseOfThisTurn(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve));
}
