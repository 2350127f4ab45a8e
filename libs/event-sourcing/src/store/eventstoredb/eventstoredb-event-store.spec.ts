import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventStoreDbStandIn } from '../../../../../infra/testing/eventstoredb/src/stand-in';
import { describeEventStore, type EventStoreUnderTest } from '../../testing/event-store.contract';
import { silentLog } from '../../testing/silent';
import { openEventStoreDb } from './index';

let folder: string;
let server: EventStoreDbStandIn;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eventstoredb-'));
  server = await EventStoreDbStandIn.start({ folder });
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

function open(): Promise<EventStoreUnderTest> {
  let store = openEventStoreDb(server.url, silentLog);
  return Promise.resolve({
    store,
    reopen: async () => {
      await store.close();
      return (store = openEventStoreDb(server.url, silentLog));
    },
    dispose: () => store.close(),
  });
}

describeEventStore('eventstoredb', open, { load: 0.1 });
