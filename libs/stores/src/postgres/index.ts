export { DatabaseUnavailableError } from './errors';
export type { PostgresOptions } from './postgres-database';
export { PostgresEventStore, type PostgresEventStoreOptions } from './postgres-event-store';
export * from './postgres-lease';
export { openPostgresHistory } from './postgres-history';
export { TABLES_VERSION as POSTGRES_TABLES_VERSION } from './tables';
