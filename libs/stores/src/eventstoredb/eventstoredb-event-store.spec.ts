import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventStoreDbStandIn } from '../../../../infra/local/eventstoredb/src/stand-in';
import { describeEventStore, type EventStoreUnderTest } from '../testing/event-store.contract';
import { silentLog } from '@stablecoin/event-sourcing/testing';
import { isEventStoreDbUrl, openEventStoreDb } from './index';

/** A real server to run against, which keeps what other runs have left on it. */
const server = isEventStoreDbUrl(process.env['EVENT_STORE_URL'] ?? '') ? process.env['EVENT_STORE_URL'] : undefined;

let url: string;
let end: () => Promise<void> = () => Promise.resolve();

beforeAll(async () => {
  if (server !== undefined) {
    url = server;
    return;
  }
  const folder = await mkdtemp(join(tmpdir(), 'eventstoredb-'));
  const standIn = await EventStoreDbStandIn.start({ folder });
  url = standIn.url;
  end = async () => {
    await standIn.stop();
    await rm(folder, { recursive: true });
  };
});
afterAll(() => end());

function open(): Promise<EventStoreUnderTest> {
  let store = openEventStoreDb(url, silentLog);
  return Promise.resolve({
    store,
    reopen: async () => {
      await store.close();
      return (store = openEventStoreDb(url, silentLog));
    },
    dispose: () => store.close(),
  });
}

describeEventStore(`eventstoredb, ${server === undefined ? 'a stand-in' : 'the server of EVENT_STORE_URL'}`, open, {
  load: 0.1,
});
