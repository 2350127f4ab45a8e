import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  DataFolderLock,
  MemoryEventStore,
  openDatabase,
  openEventStoreDb,
  SqliteEventStore,
} from '@stablecoin/event-sourcing';
import type { EventStore, Log, Meter, OpenDatabase } from '@stablecoin/event-sourcing';
import type { Configuration } from '../configuration';
import { generateKey, openKeyFile } from '../secrets';
import type { Shutdown } from '../shutdown';

/** Where a process keeps its data. */
export interface Storage {
  readonly store: EventStore;
  openDatabase<DB>(name: string): OpenDatabase<DB>;
  /** The key to use where none is configured. */
  secretsKey(): Promise<string>;
}

/** Opens what `EVENT_STORE_URL` names, and has it closed at the shutdown. */
export async function openStorage(
  { eventStore, dataDir }: Configuration,
  log: Log,
  meter: Meter,
  shutdown: Shutdown,
): Promise<Storage> {
  const storage =
    eventStore === 'memory' ? memoryStorage() : await folderStorage(dataDir, eventStore, log, meter, shutdown);
  shutdown.register('event store', () => storage.store.close());
  meter.gauge('event_store_position', {}, () => storage.store.head());
  return storage;
}

function memoryStorage(): Storage {
  return {
    store: new MemoryEventStore(),
    openDatabase: () => openDatabase('sqlite::memory:'),
    secretsKey: () => Promise.resolve(generateKey()),
  };
}

/** One file per database, and one for the events if they are not on a server, in a folder that no other process uses. */
async function folderStorage(
  folder: string,
  eventStore: Exclude<Configuration['eventStore'], 'memory'>,
  log: Log,
  meter: Meter,
  shutdown: Shutdown,
): Promise<Storage> {
  requireWritable(folder);
  const lock = DataFolderLock.acquire(folder);
  shutdown.register('data folder', () => lock.release());
  return {
    store: eventStore === 'sqlite' ? await openFile(folder, lock, meter) : openServer(eventStore, log, meter),
    openDatabase: (name) => openDatabase(`sqlite:${join(folder, `${name}.db`)}`),
    secretsKey: () => openKeyFile(join(folder, 'secrets.key')),
  };
}

async function openFile(folder: string, lock: DataFolderLock, meter: Meter): Promise<EventStore> {
  const store = await SqliteEventStore.open(join(folder, 'events.db'), { lock });
  meter.gauge('event_store_writes', {}, () => store.statistics.requests);
  meter.gauge('event_store_transactions', {}, () => store.statistics.transactions);
  meter.gauge('event_store_writes_waiting', {}, () => store.statistics.waiting);
  return store;
}

function openServer(url: string, log: Log, meter: Meter): EventStore {
  const store = openEventStoreDb(url, log);
  meter.gauge('event_store_writes', {}, () => store.statistics.appends);
  meter.gauge('event_store_calls_waiting', {}, () => store.statistics.waiting);
  meter.gauge('event_store_retries', {}, () => store.statistics.retries);
  meter.gauge('event_store_connections_replaced', {}, () => store.statistics.replacements);
  meter.gauge('event_store_subscription_restarts', {}, () => store.statistics.restarts);
  return store;
}

/** SQLite would open what it may only read, and say no more than a number of what it may not. */
function requireWritable(folder: string): void {
  if (!existsSync(folder)) return;
  for (const path of [folder, ...readdirSync(folder).map((name) => join(folder, name))]) {
    try {
      accessSync(path, constants.R_OK | constants.W_OK);
    } catch (error) {
      throw new Error(`the data folder ${folder} cannot be written: ${path} is read-only here`, { cause: error });
    }
  }
}
