/** The messages that follow from one event, in order. Messages within a list are published side by side. */
export type Steps<M> = readonly (M | readonly M[])[];

/** A message that waits for the one before it of its key, and for the step before it of its event. */
interface Item<M> {
  readonly message: M;
  readonly queue: KeyQueue<M>;
  /** Whether the step before it is acknowledged. */
  ready: boolean;
  /** Called when it is acknowledged. */
  acknowledged: () => void;
}

/** The messages of one key, in order. */
interface KeyQueue<M> {
  readonly key: string;
  readonly waiting: Item<M>[];
  /** It publishes, or will at the end of this turn of the event loop. */
  busy: boolean;
}

/** Messages in one call at most. */
const BATCH_MAX = 512;

/**
 * Publishes messages in the order of their keys (protocol rule 21): the next message of a key, and the next step of an
 * event, are published after the one before is acknowledged. Different keys are published side by side. Messages that
 * gather for a key while a call is under way share the next call.
 *
 * It cannot deadlock: a message waits only for messages of earlier events, or for earlier ones of its own event.
 */
export class OrderingKeys<M> {
  readonly #publish: (messages: readonly M[]) => Promise<boolean>;
  readonly #keyOf: (message: M) => string;
  readonly #queues = new Map<string, KeyQueue<M>>();
  #ready: KeyQueue<M>[] = [];
  /** Queues that publish. */
  #publishing = 0;
  /** Called when no queue publishes. */
  #idle: (() => void)[] = [];

  /** @param publish - resolves when the messages are acknowledged, or with `false` when they never will be */
  constructor(keyOf: (message: M) => string, publish: (messages: readonly M[]) => Promise<boolean>) {
    this.#keyOf = keyOf;
    this.#publish = publish;
  }

  /**
   * Adds the messages of one event; at least one.
   *
   * @param acknowledged - called when all of them are acknowledged
   */
  add(steps: Steps<M>, acknowledged: () => void): void {
    const taken = steps.map((step) => (isList(step) ? step.map((each) => this.#take(each)) : [this.#take(step)]));
    for (const [index, items] of taken.entries()) {
      const next = taken[index + 1];
      whenAll(items, next === undefined ? acknowledged : () => this.#handOut(next));
    }
    this.#handOut(taken[0] ?? []);
  }

  /** Resolves when no call is under way. */
  async idle(): Promise<void> {
    while (this.#publishing > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  #queue(key: string): KeyQueue<M> {
    let queue = this.#queues.get(key);
    if (queue === undefined) {
      queue = { key, waiting: [], busy: false };
      this.#queues.set(key, queue);
    }
    return queue;
  }

  #take(message: M): Item<M> {
    const queue = this.#queue(this.#keyOf(message));
    const item: Item<M> = { message, queue, ready: false, acknowledged: () => undefined };
    queue.waiting.push(item);
    return item;
  }

  #handOut(step: readonly Item<M>[]): void {
    for (const item of step) {
      item.ready = true;
      this.#makeReady(item.queue);
    }
  }

  /** Messages that become ready in the same turn of the event loop share a call. */
  #makeReady(queue: KeyQueue<M>): void {
    if (queue.busy) return;
    queue.busy = true;
    if (this.#ready.push(queue) === 1) queueMicrotask(() => this.#flush());
  }

  #flush(): void {
    const ready = this.#ready;
    this.#ready = [];
    for (const queue of ready) void this.#drain(queue);
  }

  async #drain(queue: KeyQueue<M>): Promise<void> {
    this.#publishing++;
    let batch = takeReady(queue);
    while (batch.length > 0 && (await this.#publish(batch.map(({ message }) => message)))) {
      for (const { acknowledged } of batch) acknowledged();
      batch = takeReady(queue);
    }
    // A failed batch is never acknowledged, so its queue stays unchanged.
    if (batch.length === 0) {
      queue.busy = false;
      if (queue.waiting.length === 0) this.#queues.delete(queue.key);
    }
    this.#publishing--;
    if (this.#publishing === 0) for (const resolve of this.#idle.splice(0)) resolve();
  }
}

/** Takes messages from the front, up to the first that waits for another message of its event. */
function takeReady<M>({ waiting }: KeyQueue<M>): readonly Item<M>[] {
  const notReady = waiting.findIndex(({ ready }) => !ready);
  return waiting.splice(0, Math.min(BATCH_MAX, notReady < 0 ? waiting.length : notReady));
}

/** Calls back when all of these messages are acknowledged. */
function whenAll<M>(items: readonly Item<M>[], done: () => void): void {
  let left = items.length;
  for (const item of items) {
    item.acknowledged = () => {
      left -= 1;
      if (left === 0) done();
    };
  }
}

function isList<M>(step: M | readonly M[]): step is readonly M[] {
  return Array.isArray(step);
}
