import { openPostgres } from './postgres-database';
import type { EventHistory, RecordedEvent } from '@stablecoin/event-sourcing';
import { StreamFilter } from '../stream-filter';
import { PostgresReader } from './postgres-reader';
import { SCHEMA } from './writer-session';

const BATCH = 1_000;

/**
 * The history of an event store on PostgreSQL. Unlike the store itself it does not become the writer, so an instance may
 * lead meanwhile.
 */
export function openPostgresHistory(url: string): EventHistory {
  const { db, close } = openPostgres<unknown>(url, { schema: SCHEMA, connectionsMax: 1 });
  return { events: () => eventsOf(new PostgresReader(db)), close };
}

/** @throws Error when there are no events, or one is missing: the positions of this store have no gaps */
async function* eventsOf(reader: PostgresReader): AsyncGenerator<readonly RecordedEvent[]> {
  const head = await reader.head();
  const all = new StreamFilter(undefined);
  for (let position = 0; position < head;) {
    const { events } = await reader.page(position, head, BATCH, all);
    const last = position + events.length;
    if (events.length === 0 || events.at(-1)?.position !== last) {
      throw new Error(`the event store is damaged: it lacks events between the positions ${position} and ${head}`);
    }
    yield events;
    position = last;
  }
}
