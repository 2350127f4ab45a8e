import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Configuration } from '@stablecoin/host';
import { historyOf, type EventHistory, type RecordedEvent } from '@stablecoin/event-sourcing';
import { openDatabase, openEventStoreDb, openPostgresHistory, SqliteEventStore } from '@stablecoin/stores';
import { KyselyDeadLetters, type DeadLettersDatabase } from '@stablecoin/messaging';
import { createLogger, claimRejections } from '@stablecoin/host';
import { writeLines } from './lines';
import { DEAD_LETTERS, EVENTS, type WrittenManifest } from './manifest';

/**
 * Writes every event of a store on a server or of the data folder of a stopped service, and the dead letters of a database.
 * Read models, and with Kafka the messages, follow from the events.
 *
 * @throws Error when there are none, or one is missing, or the service of the data folder runs
 */
export async function writeEvents(configuration: Configuration, target: string): Promise<WrittenManifest> {
  const startedAt = Date.now();
  const history = await openHistory(configuration);
  let events = 0;
  let last: RecordedEvent | undefined;
  async function* counted(): AsyncGenerator<readonly RecordedEvent[]> {
    for await (const batch of history.events()) {
      events += batch.length;
      last = batch.at(-1);
      yield batch;
    }
  }
  try {
    await writeLines(join(target, EVENTS), counted());
  } finally {
    await history.close();
  }
  if (last === undefined) throw new Error('There are no events: set EVENT_STORE_URL as the services have it.');
  const names = [EVENTS, ...(await writeDeadLetters(configuration, target))];
  // By the clock of the services as well: what comes later may be missing.
  return { names, events, takenAt: new Date(Math.min(startedAt, last.metadata.at)) };
}

async function openHistory({ dataDir, eventStore }: Configuration): Promise<EventHistory> {
  if (typeof eventStore === 'object') return openPostgresHistory(eventStore.url);
  if (eventStore === 'sqlite') return openFolder(dataDir);
  const store = openEventStoreDb(eventStore, createLogger({ level: 'warn', destination: process.stderr }));
  claimRejections('event store', (error) => store.claims(error));
  return historyOf(store);
}

/** What is written is all that there ever will be, so the service has to be stopped. */
async function openFolder(folder: string): Promise<EventHistory> {
  const file = join(folder, 'events.db');
  if (!existsSync(file)) throw new Error(`There is no events.db in ${folder}: set DATA_DIR as the service has it.`);
  // It locks the folder.
  return historyOf(await SqliteEventStore.open(file));
}

/** With Kafka they are in its topics. */
async function writeDeadLetters(configuration: Configuration, target: string): Promise<readonly string[]> {
  const url = databaseOfDeadLetters(configuration);
  if (url === undefined) return [];
  const { db, close } = openDatabase<DeadLettersDatabase>(url, { schema: 'messaging', connectionsMax: 1 });
  try {
    const letters = await (await KyselyDeadLetters.open(db)).list({ limit: Number.MAX_SAFE_INTEGER });
    await writeLines(join(target, DEAD_LETTERS), once(letters));
    return [DEAD_LETTERS];
  } finally {
    await close();
  }
}

/** Of a data folder only where the events are in it too: the service is stopped then. */
function databaseOfDeadLetters({ bus, database, dataDir, eventStore }: Configuration): string | undefined {
  if (bus !== 'memory') return undefined;
  if (typeof database === 'object') return database.url;
  return eventStore === 'sqlite' ? `sqlite:${join(dataDir, 'messaging.db')}` : undefined;
}

async function* once<T>(value: T): AsyncGenerator<T> {
  yield await Promise.resolve(value);
}
