import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventStoreDbStandIn } from '../../../../infra/local/eventstoredb/src/stand-in';
import { ids, newEvents } from '../testing/event-store-contract/fixture';
import { eventually, silentLog } from '@stablecoin/event-sourcing/testing';
import { type EventStoreDbEventStore, openEventStoreDb } from './index';

const CALLERS = 32;
const ROUNDS = 2;

describe('a leader that freezes and goes on, under 32 callers', () => {
  let folder: string;
  let server: EventStoreDbStandIn;
  const unhandled: unknown[] = [];
  const note = (error: unknown): void => void unhandled.push(error);

  beforeAll(() => process.on('unhandledRejection', note));
  afterAll(() => void process.off('unhandledRejection', note));
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'eventstoredb-'));
    server = await EventStoreDbStandIn.start({ folder });
  });
  afterEach(async () => {
    await server.stop();
    await rm(folder, { recursive: true });
  });

  /** Appends to new streams and reads them again until it is over, whatever fails meanwhile. */
  function underLoad(store: EventStoreDbEventStore) {
    const load = { over: false, done: 0 };
    const callers = Array.from({ length: CALLERS }, async (_, caller) => {
      for (let n = 0; !load.over; n++) {
        const [stream, events] = [`order-${caller}-${n}`, newEvents(1)];
        await eventually(() => store.append(stream, 'none', events));
        expect(ids(await eventually(() => store.read(stream)))).toEqual(ids(events));
        load.done++;
      }
    });
    return { load, callers: Promise.all(callers) };
  }

  it.each([
    ['a node', 'esdb:'],
    ['a cluster, whose leader is looked for while nobody answers', 'esdb+discover:'],
  ])('ends every call by its deadline, and rejects nothing outside of one: %s', async (_, scheme) => {
    const store = openEventStoreDb(`${server.url.replace('esdb:', scheme)}&defaultDeadline=200`, silentLog);
    const { load, callers } = underLoad(store);
    for (let round = 0; round < ROUNDS; round++) {
      const before = load.done;
      await eventually(() => load.done > before + CALLERS);
      const { replacements } = store.statistics;
      server.misbehave({ frozen: true });
      await eventually(() => store.statistics.replacements > replacements + 1);
      server.misbehave();
    }
    load.over = true;
    await callers;
    await store.close();
    expect(unhandled).toEqual([]);
    expect(store.statistics.strays).toBe(0);
  });
});
