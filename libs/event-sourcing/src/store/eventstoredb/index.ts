import { createRequire } from 'node:module';
import type { Log } from '../../ports';
import type * as Adapter from './eventstoredb-event-store';
import { parseEventStoreDbUrl } from './settings';

export type { EventStoreDbEventStore, EventStoreDbStatistics } from './eventstoredb-event-store';
export { parseEventStoreDbUrl } from './settings';

/**
 * Opens the store that a connection string names (`esdb://`, `esdb+discover://`). It connects when it is first used.
 *
 * @throws RangeError for a connection string that cannot be; it holds nothing secret
 */
export function openEventStoreDb(url: string, log: Log): Adapter.EventStoreDbEventStore {
  // The vendor's client takes a fifth of a second to load: who does not use it does not wait for it.
  const { EventStoreDbEventStore } = createRequire(__filename)('./eventstoredb-event-store') as typeof Adapter;
  return new EventStoreDbEventStore(parseEventStoreDbUrl(url), log);
}
