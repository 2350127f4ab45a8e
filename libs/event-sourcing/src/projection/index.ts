export * from './batch-statement';
export { changeTables, openDatabase } from './database';
export type { AnyKysely, OpenDatabase } from './database';
export * from './labels';
export type { Projection } from './projection';
export * from './projector';
export * from './rebuild';
export { DatabaseUnavailableError } from './postgres/errors';
export type { PostgresOptions } from './postgres/postgres-database';
