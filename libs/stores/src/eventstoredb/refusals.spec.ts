import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventStoreDBClient } from '@eventstore/db-client';
import { EventStoreDbStandIn, type StandInOptions } from '../../../../infra/local/eventstoredb/src/stand-in';
import { newEvents } from '../testing/event-store-contract/fixture';
import { silentLog } from '@stablecoin/event-sourcing/testing';
import { type EventStoreDbEventStore, openEventStoreDb } from './index';

let folder: string;
let server: EventStoreDbStandIn;
let store: EventStoreDbEventStore;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eventstoredb-'));
});
afterEach(async () => {
  await store.close();
  await server.stop();
  await rm(folder, { recursive: true });
});

async function open(options: Partial<StandInOptions> = {}): Promise<void> {
  server = await EventStoreDbStandIn.start({ folder, ...options });
  store = openEventStoreDb(server.url, silentLog);
}

describe('an append', () => {
  it('rejects an append above the limit and accepts the next one', async () => {
    await open();
    const large = newEvents(1, { text: 'x'.repeat(1_100_000) });
    await expect(store.append('order-1', 'none', large)).rejects.toThrow(RangeError);
    expect((await store.append('order-1', 'none', newEvents(1))).revision).toBe(0);
  });

  it('that is repeated after its stream was deleted is answered, without a position', async () => {
    await open();
    const events = newEvents(2);
    await store.append('order-1', 'none', events);
    const client = EventStoreDBClient.connectionString(server.url);
    await client.deleteStream('order-1');
    await client.dispose();
    expect(await store.append('order-1', 'none', events)).toEqual({ revision: 1, position: 0 });
    expect(await store.read('order-1')).toEqual([]);
  });

  it('above a limit that the operator has lowered fails at once and alone, and is no outage', async () => {
    await open({ eventBytesMax: 1_000 });
    const large = store.append('order-1', 'none', newEvents(1, { text: 'x'.repeat(2_000) }));
    const small = store.append('order-2', 'none', newEvents(1));
    await expect(large).rejects.toThrow('an event for order-1 is larger than the event store takes');
    await expect(large).rejects.toThrow(RangeError);
    expect((await small).revision).toBe(0);
    const snapshot = { revision: 0, version: 1, state: 'x'.repeat(2_000) };
    await expect(store.saveSnapshot('order-1', snapshot)).rejects.toThrow('exceeds Maximum Append Event Size');
    expect(store.statistics.retries).toBe(0);
    expect(store.writing.problem).toBeUndefined();
  });
});
