import type { EventBatch, EventStore, RecordedEvent, SubscribeOptions } from '@stablecoin/event-sourcing';

const DEADLINE_MS = 60_000;

/** A consumer of a subscription, for tests: keeps what it is handed and says when something has come about. */
export class Subscriber {
  readonly events: RecordedEvent[] = [];
  readonly batches: EventBatch[] = [];
  /** Resolves when the subscription has ended; rejects with what it failed with. */
  readonly ended: Promise<void>;
  readonly #controller = new AbortController();
  #waiting: { readonly check: () => boolean; readonly resolve: () => void }[] = [];

  /** @param jobs - what the consumer does with a batch before it asks for the next */
  constructor(
    store: EventStore,
    options: Omit<SubscribeOptions, 'signal'>,
    private readonly work: (batch: EventBatch) => Promise<void> = () => Promise.resolve(),
  ) {
    this.ended = this.#consume(store.subscribe({ ...options, signal: this.#controller.signal }));
    this.ended.catch(() => undefined);
  }

  get ids(): readonly string[] {
    return this.events.map((event) => event.id);
  }

  /** What a checkpoint would hold. */
  get position(): number {
    return this.batches.at(-1)?.position ?? 0;
  }

  /** Waits until a check holds, which is looked at after every batch. */
  async until(check: () => boolean): Promise<void> {
    if (check()) return;
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([
      new Promise<void>((resolve) => this.#waiting.push({ check, resolve })),
      this.ended.then(() => Promise.reject(new Error('the subscription ended'))),
      new Promise((_, reject) => {
        timer = setTimeout(() => reject(new Error(`still waiting, with ${this.events.length} events`)), DEADLINE_MS);
      }),
    ]).finally(() => clearTimeout(timer));
  }

  /** Ends the subscription by its signal. */
  async stop(): Promise<void> {
    this.#controller.abort();
    await this.ended;
  }

  async #consume(batches: AsyncIterable<EventBatch>): Promise<void> {
    for await (const batch of batches) {
      await this.work(batch);
      this.batches.push(batch);
      this.events.push(...batch.events);
      const ready = this.#waiting.filter(({ check }) => check());
      this.#waiting = this.#waiting.filter((waiter) => !ready.includes(waiter));
      for (const { resolve } of ready) resolve();
    }
  }
}
