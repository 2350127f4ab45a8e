/** @slow 12 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { EventStoreDbStandIn } from '../../../../infra/local/eventstoredb/src/stand-in';
import { ids, newEvents } from '../testing/event-store-contract/fixture';
import { Subscriber } from '../testing/event-store-contract/subscriber';
import { eventually, RecordingLog } from '@stablecoin/event-sourcing/testing';
import { type EventStoreDbEventStore, openEventStoreDb } from './index';

/** Short, for tests of what gets no answer: a call that is only slow may be taken for one, and is made again. */
const SHORT_MS = 250;

let folder: string;
let server: EventStoreDbStandIn;
let store: EventStoreDbEventStore;
/** Gives up soon. */
let impatient: EventStoreDbEventStore;
let log: RecordingLog;
const unhandled: unknown[] = [];
const noteUnhandled = (error: unknown): void => void unhandled.push(error);

beforeAll(() => process.on('unhandledRejection', noteUnhandled));
afterAll(() => void process.off('unhandledRejection', noteUnhandled));

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eventstoredb-'));
  server = await EventStoreDbStandIn.start({ folder });
  log = new RecordingLog();
  store = openEventStoreDb(server.url, log);
  impatient = openEventStoreDb(`${server.url}&defaultDeadline=${SHORT_MS}`, log);
});
afterEach(async () => {
  server.misbehave();
  await Promise.all([store.close(), impatient.close()]);
  await server.stop();
  await rm(folder, { recursive: true });
  expect(unhandled).toEqual([]);
});

const transient = { name: 'EventStoreUnavailableError', retry: 'always' };

describe('whether it can write', () => {
  it('is known as soon as an append is given up, and found out again without another one', async () => {
    expect(impatient.writing.problem).toBeUndefined();
    server.misbehave({ silentAppends: { count: 10, stored: false } });
    await expect(impatient.append('order-1', 'none', newEvents(1))).rejects.toMatchObject(transient);
    expect(impatient.writing.problem).toMatchObject(transient);
    server.misbehave();
    await eventually(() => impatient.writing.problem === undefined);
  });
});

describe('an append', () => {
  it.each([true, false])('that the server drops, stored: %p, is made again and stored once', async (stored) => {
    server.misbehave({ silentAppends: { count: 1, stored } });
    const events = newEvents(3);
    const result = await impatient.append('order-1', 'none', events);
    expect(result.revision).toBe(2);
    expect(ids(await store.read('order-1'))).toEqual(ids(events));
    expect(impatient.statistics.retries).toBeGreaterThan(0);
  });

  it('that is never answered is given up, and says that it may be tried again', async () => {
    server.misbehave({ silentAppends: { count: 10, stored: true } });
    const events = newEvents(1);
    await expect(impatient.append('order-1', 'none', events)).rejects.toMatchObject(transient);
    server.misbehave();
    expect((await store.append('order-1', 'none', events)).revision).toBe(0);
    expect(await store.read('order-1')).toHaveLength(1);
  });

  it('finds a server that was frozen on a new connection', async () => {
    await store.append('order-1', 'none', newEvents(1));
    server.misbehave({ frozen: true });
    const calls = [impatient.append('order-1', 0, newEvents(1)), impatient.read('order-1'), impatient.head()];
    for (const outcome of await Promise.allSettled(calls)) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: transient });
    }
    expect(impatient.statistics.replacements).toBeGreaterThan(0);
    server.misbehave();
    const events = newEvents(1);
    await eventually(() => impatient.append('order-2', 'none', events));
    expect(await store.read('order-2')).toHaveLength(1);
  });

  it.each(['unavailable', 'not ready', 'access denied'] as const)(
    'that is refused, %s, passes as soon as it is not',
    async (refuse) => {
      server.misbehave({ refuse });
      await expect(store.append('order-1', 'none', newEvents(1))).rejects.toMatchObject(transient);
      server.misbehave();
      expect((await store.append('order-1', 'none', newEvents(1))).revision).toBe(0);
    },
  );

  it('stores 64 appends in flight during a kill once when they are retried', async () => {
    const appends = Array.from({ length: 64 }, (_, n) => ({
      stream: `order-${n}`,
      events: newEvents(2, { text: 'x'.repeat(4_000) }),
    }));
    const first = Promise.allSettled(appends.map(({ stream, events }) => store.append(stream, 'none', events)));
    await store.read('order-0');
    server.disconnect();
    for (const outcome of await first) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(transient);
    }
    await server.reconnect();
    await Promise.all(appends.map(({ stream, events }) => store.append(stream, 'none', events)));
    for (const { stream, events } of appends) expect(ids(await store.read(stream))).toEqual(ids(events));
  });

  it('whose call the server ends is made again on another one, and stored once', async () => {
    await store.append('order-0', 'none', newEvents(1));
    server.misbehave({ delayMs: 50 });
    const appends = Array.from({ length: 20 }, (_, n) => ({ stream: `order-${n + 1}`, events: newEvents(2) }));
    const results = Promise.all(appends.map(({ stream, events }) => store.append(stream, 'none', events)));
    await eventually(() => {
      server.endAppends();
      return store.statistics.retries > 0;
    });
    expect((await results).map(({ revision }) => revision)).toEqual(appends.map(() => 1));
    for (const { stream, events } of appends) expect(ids(await store.read(stream))).toEqual(ids(events));
  });

  it('goes to the new leader when the old one follows it', async () => {
    const second = await server.anotherNode();
    await store.append('order-1', 'none', newEvents(1));
    server.misbehave({ leader: second.endpoint });
    expect((await store.append('order-1', 0, newEvents(1))).revision).toBe(1);
    expect(await store.read('order-1')).toHaveLength(2);
    await second.stop();
  });

  it('finds the leader of a cluster by the names of its nodes', async () => {
    const second = await server.anotherNode();
    server.misbehave({ leader: second.endpoint });
    const { host, port } = server.endpoint;
    for (const url of [
      `esdb+discover://${host}:${port}?tls=false`,
      `esdb://${host}:${port},${host}:${second.endpoint.port}?tls=false`,
    ]) {
      const cluster = openEventStoreDb(url, log);
      expect((await cluster.append(`order-${url}`, 'none', newEvents(1))).revision).toBe(0);
      await cluster.close();
    }
    await second.stop();
  });

  it.each([
    ['data that JSON cannot carry', newEvents(1, 1n as never)],
    ['an id that is no uuid', newEvents(1).map((event) => ({ ...event, id: 'e1' }))],
  ])('of %s is refused where it can be caught', async (_, events) => {
    await expect(store.append('order-1', 'none', events)).rejects.toThrow(TypeError);
  });
});

describe('a subscription', () => {
  let subscriber: Subscriber;
  let appended = 0;

  beforeEach(async () => {
    appended = 0;
    subscriber = new Subscriber(store, { after: 'start', prefixes: ['order-'], batchSize: 4 });
    await append(10);
    await subscriber.until(() => subscriber.events.length === 10);
  });
  afterEach(() => subscriber.stop());

  async function append(count: number): Promise<void> {
    await store.append('order-1', appended === 0 ? 'none' : appended - 1, newEvents(count));
    appended += count;
  }

  async function expectAll(): Promise<void> {
    await subscriber.until(() => subscriber.events.length >= appended);
    const revisions = subscriber.events.map(({ revision }) => revision);
    expect(revisions).toEqual(Array.from({ length: appended }, (_, revision) => revision));
  }

  it.each(['unavailable', 'not ready'] as const)(
    'reads on behind what it has seen after a server that is %s',
    async (refuse) => {
      const { failedReads } = store.statistics;
      for (let n = 0; n < 3; n += 1) {
        server.misbehave({ refuse });
        await eventually(() => store.statistics.failedReads > failedReads + n);
        server.misbehave();
        await append(3);
      }
      await expectAll();
    },
  );

  it('goes on when the server has been away, and says only once that it cannot', async () => {
    server.disconnect();
    await expect(store.head()).rejects.toMatchObject(transient);
    await server.reconnect();
    await append(5);
    await expectAll();
    expect(log.messages('warn').length).toBeLessThanOrEqual(1);
  });

  it('says so when it stays broken, also where each attempt takes long to fail', async () => {
    const slow = openEventStoreDb(`${server.url}&defaultDeadline=400`, log);
    const follower = new Subscriber(slow, { after: 'start', prefixes: ['order-'] });
    await eventually(() => follower.events.length === 10);
    server.misbehave({ frozen: true });
    await eventually(() => log.messages('warn').length > 0);
    expect(log.messages('warn')).toEqual(['cannot read new events from the event store, retrying']);
    server.misbehave();
    await follower.stop();
    await slow.close();
  });

  it('follows by another connection when nothing comes from the old one', async () => {
    const follower = new Subscriber(impatient, { after: 'start', prefixes: ['order-'] });
    await follower.until(() => follower.events.length === 10);
    server.misbehave({ frozen: true });
    await expect(impatient.head()).rejects.toMatchObject(transient);
    server.misbehave();
    await append(5);
    await follower.until(() => follower.events.length === 15);
    expect(follower.events).toEqual(await store.read('order-1'));
    expect(impatient.statistics.failedReads).toBeGreaterThan(0);
    await follower.stop();
  });

  it('resumes from any position that it has told, though the server names places where no event stands', async () => {
    const { prefixes, after } = { prefixes: ['none-'], after: 'start' } as const;
    const idle = new Subscriber(store, { after, prefixes });
    for (let n = 0; n < 3; n += 1) await append(200);
    await idle.until(() => idle.batches.some(({ caughtUp }) => caughtUp) && idle.batches.length > 1);
    const stored = await store.read('order-1');
    const places = new Set([0, ...stored.map(({ position }) => position)]);
    for (const { position } of idle.batches) {
      expect(places.has(position)).toBe(true);
      const resumed = new Subscriber(store, { after: position, prefixes: ['order-'] });
      await resumed.until(() => resumed.batches.at(-1)?.caughtUp === true);
      expect(ids(resumed.events)).toEqual(ids(stored.filter((event) => event.position > position)));
      await resumed.stop();
    }
    await idle.stop();
  });
});

describe('a snapshot', () => {
  it('stores and loads a snapshot of several megabytes', async () => {
    const state = { applied: Array.from({ length: 20_000 }, (_, n) => [`command "${n}" 💸`, n, n, null]) };
    await store.saveSnapshot('order-1', { revision: 7, version: 1, state });
    expect(await store.loadSnapshot('order-1')).toEqual({ revision: 7, version: 1, state });
  });

  it('that was not written to its end leaves the one before in place', async () => {
    await store.saveSnapshot('order-1', { revision: 7, version: 1, state: 'whole' });
    const data = { snapshot: randomUUID(), part: 0, parts: 2, revision: 9, version: 1, text: '"to' };
    const client = EventStoreDBClient.connectionString(server.url);
    await client.appendToStream('snapshot_order-1', jsonEvent({ type: 'SnapshotSaved', data }));
    await client.dispose();
    expect(await store.loadSnapshot('order-1')).toEqual({ revision: 7, version: 1, state: 'whole' });
  });
});

it('slowness is borne: nothing is given up that is answered in time', async () => {
  server.misbehave({ delayMs: 100 });
  const results = await Promise.all(
    Array.from({ length: 20 }, (_, n) => store.append(`order-${n}`, 'none', newEvents(1))),
  );
  expect(results).toHaveLength(20);
  expect(store.statistics.replacements).toBe(0);
});
