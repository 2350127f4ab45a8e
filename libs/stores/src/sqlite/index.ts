export { DataFolderInUseError, DataFolderLock } from './data-folder-lock';
export { SqliteEventStore, type SqliteEventStoreOptions } from './sqlite-event-store';
export { checkDatabase, copyDatabase, databasesIn } from './copy-database';
export { SCHEMA_VERSION as SQLITE_TABLES_VERSION } from './schema';
