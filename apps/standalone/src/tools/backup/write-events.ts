import { join } from 'node:path';
import type { Configuration } from '@stablecoin/host';
import { historyOf, type EventHistory, type RecordedEvent } from '@stablecoin/event-sourcing';
import { openDatabase, openEventStoreDb, openPostgresHistory } from '@stablecoin/stores';
import { KyselyDeadLetters, type DeadLettersDatabase } from '@stablecoin/messaging';
import { createLogger, claimRejections } from '@stablecoin/host';
import { writeLines } from './lines';
import { DEAD_LETTERS, EVENTS, type Written } from './manifest';

/**
 * Writes every event of a store on a server, and the dead letters of a pair. Read models, and with Kafka the messages, follow
 * from the events.
 *
 * @throws Error when there are none, or one is missing
 */
export async function writeEvents(configuration: Configuration, target: string): Promise<Written> {
  const startedAt = Date.now();
  const history = openHistory(configuration);
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

function openHistory({ eventStore }: Configuration): EventHistory {
  if (typeof eventStore === 'object') return openPostgresHistory(eventStore.url);
  const store = openEventStoreDb(eventStore, createLogger({ level: 'warn', destination: process.stderr }));
  claimRejections('event store', (error) => store.claims(error));
  return historyOf(store);
}

/** With Kafka they are in its topics. */
async function writeDeadLetters({ bus, database }: Configuration, target: string): Promise<readonly string[]> {
  if (bus !== 'memory' || typeof database !== 'object') return [];
  const { db, close } = openDatabase<DeadLettersDatabase>(database.url, { schema: 'messaging', connectionsMax: 1 });
  try {
    const letters = await (await KyselyDeadLetters.open(db)).list({ limit: Number.MAX_SAFE_INTEGER });
    await writeLines(join(target, DEAD_LETTERS), once(letters));
    return [DEAD_LETTERS];
  } finally {
    await close();
  }
}

async function* once<T>(value: T): AsyncGenerator<T> {
  yield await Promise.resolve(value);
}
