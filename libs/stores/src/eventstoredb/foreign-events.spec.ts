import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventStoreDBClient, binaryEvent, jsonEvent } from '@eventstore/db-client';
import { EventStoreDbStandIn } from '../../../../infra/local/eventstoredb/src/stand-in';
import { ids, newEvents } from '../testing/event-store-contract/fixture';
import { Subscriber } from '../testing/event-store-contract/subscriber';
import { Random, RecordingLog } from '@stablecoin/event-sourcing/testing';
import { StreamDeletedError } from '@stablecoin/event-sourcing';
import { type EventStoreDbEventStore, openEventStoreDb } from './index';

const STREAM = 'payment-4711';

let folder: string;
let server: EventStoreDbStandIn;
let store: EventStoreDbEventStore;
let other: EventStoreDBClient;
let log: RecordingLog;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eventstoredb-'));
  server = await EventStoreDbStandIn.start({ folder });
  log = new RecordingLog();
  store = openEventStoreDb(server.url, log);
  other = EventStoreDBClient.connectionString(server.url);
});
afterEach(async () => {
  await store.close();
  await other.dispose();
  await server.stop();
  await rm(folder, { recursive: true });
});

/** Another application that names its streams as we do. */
const foreign = () => [
  jsonEvent({ type: 'invoice-paid', data: { amount: 1 } }),
  jsonEvent({ type: 'invoice-paid', data: { amount: 2 }, metadata: { correlationId: 'a-1', account: 'b' } }),
  binaryEvent({ type: 'invoice-scanned', data: Buffer.from([0, 1, 2]) }),
];

it('passes over events of another application in one of our streams, and says so', async () => {
  const [before, after] = [newEvents(2), newEvents(2)];
  await store.append(STREAM, 'none', before);
  const subscriber = new Subscriber(store, { after: 'start', prefixes: ['payment-'] });
  await subscriber.until(() => subscriber.events.length === 2);
  expect(await store.lastForeign()).toBeUndefined();
  await other.appendToStream(STREAM, foreign());
  // The doctor names it.
  expect(await store.lastForeign()).toMatchObject({ stream: STREAM, type: 'invoice-scanned' });
  expect(await store.lastEventAt()).toBe(before.at(-1)!.metadata.at);
  const revision = (await store.read(STREAM)).at(-1)!.revision;
  expect(revision).toBe(4);
  await store.append(STREAM, revision, after);
  await subscriber.until(() => subscriber.events.length === 4);
  expect(subscriber.ids).toEqual(ids([...before, ...after]));
  expect(store.statistics.foreignEvents).toBe(3);
  expect(log.messages('warn')).toEqual(['an event of another application is in the event store, and is passed over']);
  // One that reads from the server what is not kept, and one that begins at the start.
  const late = new Subscriber(store, { after: 'start', prefixes: ['payment-'] });
  await late.until(() => late.events.length === 4);
  expect(late.ids).toEqual(ids([...before, ...after]));
  expect(store.statistics.foreignEvents).toBe(3);
  await Promise.all([subscriber.stop(), late.stop()]);
});

it('passes over 10,000 unusual events of others, with ours between them', async () => {
  const random = new Random(46);
  const ours: string[] = [];
  for (let round = 0; round < 100; round++) {
    const [event] = newEvents(1);
    ours.push(event!.id);
    await store.append(`payment-${round}`, 'none', [event!]);
    const stream = random.pick([`payment-${round}`, `payment-x-${round}`, `invoice-${round}`, `Payment-${round}`]);
    await other.appendToStream(
      stream,
      Array.from({ length: 100 }, () => unusual(random)),
    );
  }
  const subscriber = new Subscriber(store, { after: 'start', prefixes: ['payment-'] });
  await subscriber.until(() => subscriber.events.length === ours.length);
  expect(subscriber.ids).toEqual(ours);
  const everything = new Subscriber(store, { after: 'start' });
  await everything.until(() => everything.events.length === ours.length);
  expect(everything.ids).toEqual(ours);
  await Promise.all([subscriber.stop(), everything.stop()]);
});

function unusual(random: Random) {
  const type = random.pick(['Happened', 'a b', 'ÄÖ', 'x'.repeat(200), '0', 'PaymentSettled']);
  const metadata = random.pick([undefined, {}, [], 'text', 7, null, { commandId: 1 }, { at: 'now', account: {} }]);
  if (random.chance(0.3)) {
    return binaryEvent({ type, data: Buffer.alloc(random.below(50), random.below(256)), metadata: Buffer.from('{') });
  }
  return jsonEvent({ type, data: random.pick([{}, { a: [] }, {}]), metadata: metadata as never });
}

it('delivers them to those who ask for all events, as a backup does', async () => {
  await store.append(STREAM, 'none', newEvents(1));
  await other.appendToStream(STREAM, foreign());
  const subscriber = new Subscriber(store, { after: 'start', includesForeign: true });
  await subscriber.until(() => subscriber.events.length === 4);
  expect(subscriber.events.map(({ revision }) => revision)).toEqual([0, 1, 2, 3]);
  await subscriber.stop();
});

it('takes a tombstone for the end of its stream, and of no other', async () => {
  await store.append(STREAM, 'none', newEvents(1));
  const subscriber = new Subscriber(store, { after: 'start', prefixes: ['payment-'] });
  await subscriber.until(() => subscriber.events.length === 1);
  await other.tombstoneStream(STREAM);
  const next = newEvents(1);
  await store.append('payment-4712', 'none', next);
  await subscriber.until(() => subscriber.events.length === 2);
  expect(subscriber.ids.at(-1)).toBe(ids(next)[0]);
  expect(log.messages('error')).toEqual([
    'a stream was deleted in the event store for good: nothing can be decided about it any more',
  ]);
  expect(store.statistics.foreignEvents).toBe(1);
  await expect(store.read(STREAM)).rejects.toThrow(StreamDeletedError);
  await expect(store.append(STREAM, 0, newEvents(1))).rejects.toThrow(StreamDeletedError);
  expect(store.writing.problem).toBeUndefined();
  expect(store.statistics.retries).toBe(0);
  await subscriber.stop();
});
