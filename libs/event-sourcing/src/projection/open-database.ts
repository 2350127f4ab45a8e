import type { Kysely, QueryExecutorProvider } from 'kysely';

/**
 * Any Kysely database or transaction, whatever its tables: Kysely's own types are invariant in the tables, so that
 * a function that needs one table of them cannot say so.
 */
export type AnyKysely = QueryExecutorProvider;

/** A database for read models: everything in it can be rebuilt from the event store. */
export interface OpenDatabase<DB> {
  readonly db: Kysely<DB>;
  readonly close: () => Promise<void>;
}
