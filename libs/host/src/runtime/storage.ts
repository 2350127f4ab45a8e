import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import {
  DataFolderLock,
  MemoryEventStore,
  openDatabase,
  openEventStoreDb,
  PostgresEventStore,
  SqliteEventStore,
} from '@stablecoin/stores';
import type { EventStore, Log, Meter, OpenDatabase } from '@stablecoin/event-sourcing';
import type { Configuration } from '../configuration';
import { generateKey, openKeyFile } from '@stablecoin/security';
import { claimRejections, endAtOnce } from './shutdown';
import type { Shutdown } from './shutdown';

/** Where a process keeps its data. */
export interface Storage {
  readonly store: EventStore;
  openDatabase<DB>(name: string): OpenDatabase<DB>;
  /** The key used when none is configured. */
  secretsKey(): Promise<string>;
}

/** Opens what `EVENT_STORE_URL` names, and has it closed at the shutdown. */
export async function openStorage(
  { eventStore, dataDir }: Configuration,
  log: Log,
  meter: Meter,
  shutdown: Shutdown,
): Promise<Storage> {
  const storage = await storageOf(eventStore, new DataFolder(dataDir, meter, shutdown), log, meter);
  shutdown.register('event store', () => storage.store.close());
  meter.gauge('event_store_position', {}, () => storage.store.head());
  meter.gauge('event_store_writable', {}, () => (storage.store.writing.problem === undefined ? 1 : 0));
  return storage;
}

function memoryStorage(): Storage {
  return {
    store: new MemoryEventStore(),
    openDatabase: () => openDatabase('sqlite::memory:'),
    secretsKey: () => Promise.resolve(generateKey()),
  };
}

/** One file per database, and one for the events if they are not on a server. */
async function storageOf(
  eventStore: Configuration['eventStore'],
  folder: DataFolder,
  log: Log,
  meter: Meter,
): Promise<Storage> {
  if (eventStore === 'memory') return memoryStorage();
  return {
    store: await openStore(eventStore, folder, log, meter),
    openDatabase: (name) => openDatabase(`sqlite:${folder.file(`${name}.db`)}`),
    // Opened lazily, so that a broken file rejects.
    secretsKey: async () => openKeyFile(folder.file('secrets.key')),
  };
}

/** The data folder, from its first use on: one process at a time, and none where everything is on servers. */
class DataFolder {
  #lock: DataFolderLock | undefined;

  constructor(
    private readonly path: string,
    private readonly meter: Meter,
    private readonly shutdown: Shutdown,
  ) {}

  /** Takes it, unless that has happened. */
  lock(): DataFolderLock {
    if (this.#lock !== undefined) return this.#lock;
    requireWritable(this.path);
    const lock = DataFolderLock.acquire(this.path);
    this.shutdown.register('data folder', () => lock.release());
    this.#lock = lock;
    this.#measureDisk();
    return lock;
  }

  #measureDisk(): void {
    const { meter, path } = this;
    const bytes = async (blocks: 'bavail' | 'blocks'): Promise<number> => {
      const disk = await statfs(path);
      return disk[blocks] * disk.bsize;
    };
    meter.gauge('data_folder_free_bytes', {}, () => bytes('bavail'));
    meter.gauge('data_folder_disk_bytes', {}, () => bytes('blocks'));
  }

  /** Path of a file in the folder. */
  file(name: string): string {
    this.lock();
    return join(this.path, name);
  }
}

function openStore(
  eventStore: Exclude<Configuration['eventStore'], 'memory'>,
  folder: DataFolder,
  log: Log,
  meter: Meter,
): Promise<EventStore> | EventStore {
  if (eventStore === 'sqlite') return openFile(folder, log, meter);
  return typeof eventStore === 'object' ? openPostgres(eventStore.url, log, meter) : openServer(eventStore, log, meter);
}

async function openFile(folder: DataFolder, log: Log, meter: Meter): Promise<EventStore> {
  const store = await SqliteEventStore.open(folder.file('events.db'), {
    lock: folder.lock(),
    // Without a writer nothing can be decided, and only a new start has one.
    lost: (error) => endAtOnce(error, log),
  });
  measureWriter(store, meter);
  return store;
}

async function openPostgres(url: string, log: Log, meter: Meter): Promise<EventStore> {
  // What it knows beyond the database has led to nothing outside, and must not be continued with.
  const store = await PostgresEventStore.open(url, { lost: (error) => endAtOnce(error, log) });
  measureWriter(store, meter);
  return store;
}

function measureWriter(store: SqliteEventStore | PostgresEventStore, meter: Meter): void {
  meter.gauge('event_store_writes', {}, () => store.statistics.requests);
  meter.gauge('event_store_transactions', {}, () => store.statistics.transactions);
  meter.gauge('event_store_writes_waiting', {}, () => store.statistics.waiting);
}

function openServer(url: string, log: Log, meter: Meter): EventStore {
  const store = openEventStoreDb(url, log);
  meter.gauge('event_store_writes', {}, () => store.statistics.appends);
  meter.gauge('event_store_calls_waiting', {}, () => store.statistics.waiting);
  meter.gauge('event_store_retries', {}, () => store.statistics.retries);
  meter.gauge('event_store_connections_replaced', {}, () => store.statistics.replacements);
  meter.gauge('event_store_failed_reads', {}, () => store.statistics.failedReads);
  meter.gauge('event_store_foreign_events', {}, () => store.statistics.foreignEvents);
  meter.gauge('event_store_stray_rejections', {}, () => store.statistics.strays);
  claimRejections('event store', (error) => store.claims(error));
  return store;
}

/** Checks access before SQLite does: its error would be only a number. */
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
