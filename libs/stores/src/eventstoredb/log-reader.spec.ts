import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventStoreDbStandIn } from '../../../../infra/local/eventstoredb/src/stand-in';
import { ids, newEvents } from '../testing/event-store-contract/fixture';
import { Subscriber } from '../testing/event-store-contract/subscriber';
import { eventually, silentLog } from '@stablecoin/event-sourcing/testing';
import { type EventStoreDbEventStore, openEventStoreDb } from './index';

const CALLERS = 64;

let folder: string;
let server: EventStoreDbStandIn;
let store: EventStoreDbEventStore;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eventstoredb-'));
  server = await EventStoreDbStandIn.start({ folder });
  store = openEventStoreDb(`${server.url}&defaultDeadline=20000`, silentLog);
});
afterEach(async () => {
  await store.close();
  await server.stop();
  await rm(folder, { recursive: true });
});

/** Every caller appends to a stream of its own, again and again. */
function burst(rounds: number): Promise<unknown> {
  return Promise.all(
    Array.from({ length: CALLERS }, async (_, caller) => {
      const stream = `${caller % 2 === 0 ? 'order' : 'refund'}-${caller}`;
      for (let n = 0; n < rounds; n++) await store.append(stream, n === 0 ? 'none' : 2 * n - 1, newEvents(2));
    }),
  );
}

const live = (...subscribers: readonly Subscriber[]): Promise<unknown> =>
  Promise.all(subscribers.map((each) => each.until(() => each.batches.at(-1)?.caughtUp === true)));

describe('a burst of 64 appends in flight', () => {
  it('reaches 17 subscribers, once and in order, by one reader and without a subscription', async () => {
    const prefixes = [['order-'], ['refund-'], ['order-', 'refund-']];
    const subscribers = Array.from(
      { length: 17 },
      (_, n) => new Subscriber(store, { after: 'start', prefixes: prefixes[n % 3]! }),
    );
    await live(...subscribers);
    server.countReadsAnew();
    const rounds = 5;
    await burst(rounds);
    const count = CALLERS * rounds * 2;
    for (const [n, subscriber] of subscribers.entries()) {
      const expected = n % 3 === 2 ? count : count / 2;
      await eventually(() => subscriber.events.length >= expected);
      expect(new Set(subscriber.ids).size).toBe(expected);
      expect(subscriber.events.map(({ position }) => position)).toEqual(
        subscriber.events.map(({ position }) => position).sort((a, b) => a - b),
      );
    }
    expect(server.reads).toEqual({ subscriptions: 0, dropped: 0, readersMax: 1 });
    await Promise.all(subscribers.map((each) => each.stop()));
  });

  it('is caught up with by pages where a subscriber took longer than events are kept', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const slow = new Subscriber(store, { after: 'start', prefixes: ['order-'], batchSize: 64 }, () => held);
    const quick = new Subscriber(store, { after: 'start', prefixes: ['order-'] });
    await live(quick);
    server.countReadsAnew();
    await burst(5);
    // Somebody who wants more than was read so far: what is kept is not enough for anybody, and is dropped.
    const other = new Subscriber(store, { after: 'end', prefixes: ['refund-'] });
    await live(other);
    await eventually(() => quick.events.length === CALLERS * 5);
    release();
    await eventually(() => slow.events.length === CALLERS * 5);
    expect(slow.ids).toEqual(quick.ids);
    expect(server.reads.readersMax).toBeLessThanOrEqual(2);
    await Promise.all([slow.stop(), quick.stop(), other.stop()]);
  });
});

describe('a subscriber', () => {
  it('is given what another process appends', async () => {
    const other = openEventStoreDb(server.url, silentLog);
    const subscriber = new Subscriber(store, { after: 'start', prefixes: ['order-'] });
    await live(subscriber);
    const events = newEvents(3);
    await other.append('order-1', 'none', events);
    await eventually(() => subscriber.events.length === 3);
    expect(subscriber.ids).toEqual(ids(events));
    await subscriber.stop();
    await other.close();
  });

  it('that comes later and wants more misses nothing, and makes nobody else miss anything', async () => {
    const first = new Subscriber(store, { after: 'start', prefixes: ['order-'] });
    await live(first);
    const bursting = burst(5);
    const later = [
      new Subscriber(store, { after: 'start', prefixes: ['refund-'] }),
      new Subscriber(store, { after: 'start' }),
      new Subscriber(store, { after: 'start', prefixes: ['order-', 'refund-'], batchSize: 7 }),
    ];
    await bursting;
    await eventually(() => first.events.length === CALLERS * 5);
    for (const [n, subscriber] of later.entries()) {
      await eventually(() => subscriber.events.length === CALLERS * (n === 0 ? 5 : 10));
    }
    expect(later[2]!.ids).toEqual(later[1]!.ids);
    await Promise.all([first, ...later].map((each) => each.stop()));
  });

  it('goes on when a server that was away is back', async () => {
    const subscriber = new Subscriber(store, { after: 'start', prefixes: ['order-'] });
    await store.append('order-1', 'none', newEvents(1));
    await subscriber.until(() => subscriber.events.length === 1);
    server.disconnect();
    const { failedReads } = store.statistics;
    // By then every pause between two attempts is as long as it gets.
    await eventually(() => store.statistics.failedReads >= failedReads + 8);
    await server.reconnect();
    await eventually(() => store.append('order-1', 0, newEvents(1)));
    await subscriber.until(() => subscriber.events.length === 2);
    await subscriber.stop();
  });
});
