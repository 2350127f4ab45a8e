export { PostgresEventStore, type PostgresEventStoreOptions } from './postgres-event-store';
export { openPostgresHistory } from './postgres-history';
export { TABLES_VERSION as POSTGRES_TABLES_VERSION } from './tables';
