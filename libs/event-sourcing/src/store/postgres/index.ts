export { PostgresEventStore, type PostgresEventStoreOptions } from './postgres-event-store';
