import { createRequire } from 'node:module';
import type { Log } from '@stablecoin/event-sourcing';
import type * as Adapter from './eventstoredb-event-store';
import { parseEventStoreDbUrl } from './settings';

export type { EventStoreDbEventStore, EventStoreDbStatistics } from './eventstoredb-event-store';
export { isEventStoreDbUrl, parseEventStoreDbUrl } from './settings';
export type { EventStoreDbUrl } from './settings';

/**
 * Opens the store of a connection string (`kurrentdb://`, `esdb://`, or either with `+discover`). It connects on first use.
 *
 * @throws RangeError for an invalid connection string, without its secrets
 */
export function openEventStoreDb(url: string, log: Log): Adapter.EventStoreDbEventStore {
  // Loaded lazily: the vendor's client takes 200 ms to load.
  const { EventStoreDbEventStore } = createRequire(__filename)('./eventstoredb-event-store') as typeof Adapter;
  return new EventStoreDbEventStore(parseEventStoreDbUrl(url), log);
}
