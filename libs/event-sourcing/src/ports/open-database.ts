import type { Kysely, QueryExecutorProvider } from 'kysely';

/**
 * A Kysely database or transaction with any tables. Kysely's types are invariant in the tables, so a function cannot ask
 * for one table only.
 */
export type AnyKysely = QueryExecutorProvider;

/** A database of read models, which can be rebuilt from the event store. */
export interface OpenDatabase<DB> {
  readonly db: Kysely<DB>;
  readonly close: () => Promise<void>;
}
