import { randomUUID } from 'node:crypto';
import { eventId } from '@stablecoin/event-sourcing';
import type {
  EventBatch,
  EventMetadata,
  EventStore,
  Json,
  NewEvent,
  SubscribeOptions,
} from '@stablecoin/event-sourcing';
import { Subscriber } from './subscriber';

/** A store under test. Several tests may share a server: each keeps to streams of its own. */
export interface EventStoreUnderTest {
  readonly store: EventStore;
  /** Ends the store as a restart of its process would, and opens it again on what it has kept. */
  reopen(): Promise<EventStore>;
  /** Closes what is open, and removes what it has kept. */
  dispose(): Promise<void>;
}

type Subscription = Omit<SubscribeOptions, 'signal'>;

/** What one test of the contract works with: a store, and names that no other test uses. */
export class Fixture {
  store: EventStore;
  readonly #unique = randomUUID().replaceAll('-', '');
  readonly #subscribers: Subscriber[] = [];

  /** @param before - the position of the last event that others had written before this test, 0 for none */
  private constructor(
    private readonly underTest: EventStoreUnderTest,
    readonly before: number,
    private readonly load: number,
  ) {
    this.store = underTest.store;
  }

  static async begin(underTest: EventStoreUnderTest, load = 1): Promise<Fixture> {
    return new Fixture(underTest, await underTest.store.head(), load);
  }

  /** So many things at once as this store is to bear, of a number that is meant for an embedded one. */
  many(count: number): number {
    return Math.ceil(count * this.load);
  }

  /** What the names of this test's streams of a category begin with. */
  prefix(category = 'order'): string {
    return `${category}_${this.#unique}-`;
  }

  stream(id: number | string = 1, category?: string): string {
    return `${this.prefix(category)}${id}`;
  }

  /** Starts a subscriber, to this test's streams unless it says otherwise. */
  subscribe(options: Subscription, work?: (batch: EventBatch) => Promise<void>): Subscriber {
    const subscriber = new Subscriber(this.store, { prefixes: [this.prefix()], ...options }, work);
    this.#subscribers.push(subscriber);
    return subscriber;
  }

  /** The same, waiting until it has been handed everything that was there. */
  async subscribeLive(options: Subscription): Promise<Subscriber> {
    const subscriber = this.subscribe(options);
    await subscriber.until(() => subscriber.batches.at(-1)?.caughtUp === true);
    return subscriber;
  }

  async reopen(): Promise<void> {
    this.store = await this.underTest.reopen();
  }

  async dispose(): Promise<void> {
    for (const subscriber of this.#subscribers) await subscriber.stop().catch(() => undefined);
    await this.underTest.dispose();
  }
}

/** For the many tests that need no more than the store and one stream. */
export function storeAndStream(fixture: Fixture): { readonly store: EventStore; readonly stream: string } {
  return { store: fixture.store, stream: fixture.stream() };
}

/** Events that nothing else has made. */
export function newEvents(count: number, data: Json = { amount: '1' }): readonly NewEvent[] {
  return Array.from({ length: count }, (_, index) => ({
    id: randomUUID(),
    type: 'Happened',
    data,
    metadata: metadataOf(`command-${index}`),
  }));
}

/** The events that a command was decided to: the same command and content give the same ids. */
export function decided(stream: string, commandId: string, contents: readonly Json[]): readonly NewEvent[] {
  return contents.map((data, index) => ({
    id: eventId(stream, commandId, index, 'Decided', JSON.stringify(data)),
    type: 'Decided',
    data,
    metadata: metadataOf(commandId),
  }));
}

export function ids(events: readonly NewEvent[]): readonly string[] {
  return events.map((event) => event.id);
}

function metadataOf(commandId: string): EventMetadata {
  const actor = { type: 'key', id: 'key_1', name: 'Bücher ☂', ip: '2001:db8::1' } as const;
  return { commandId, at: Date.UTC(2026, 0, 1), correlationId: 'req_1', account: 'acct_1', livemode: false, actor };
}
