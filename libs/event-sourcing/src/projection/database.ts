import { PostgresAdapter, sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { AnyKysely, OpenDatabase } from './open-database';
import { openPostgres } from './postgres/postgres-database';
import type { PostgresOptions } from './postgres/postgres-database';
import { openSqlite } from './sqlite/sqlite-database';

export type { AnyKysely, OpenDatabase };

/**
 * Opens the database of a service.
 *
 * @param url - `sqlite:<file>`, `sqlite::memory:`, or `postgres://…`
 * @param options - for PostgreSQL: the schema in the database
 * @throws TypeError when the URL has another scheme
 */
export function openDatabase<DB>(url: string, options: PostgresOptions = { schema: 'public' }): OpenDatabase<DB> {
  const [, scheme, file] = /^([^:]*):(.*)$/.exec(url) ?? [];
  if (scheme === 'postgres' || scheme === 'postgresql') return openPostgres(url, options);
  if (scheme !== 'sqlite' || file === undefined || file === '') {
    // Only the scheme is shown: the rest of another kind of URL may hold a password.
    throw new TypeError(`a database is "sqlite:<file>", "sqlite::memory:" or "postgres://…", not "${scheme ?? ''}:…"`);
  }
  return openSqlite(file);
}

/**
 * Creates or drops tables in one transaction. Instances that start at the same time take turns: in PostgreSQL the second of
 * two concurrent `create table if not exists` may fail.
 */
export function changeTables<DB, T>(db: Kysely<DB>, change: (trx: Transaction<DB>) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    if (trx.getExecutor().adapter instanceof PostgresAdapter) {
      await sql`select pg_advisory_xact_lock(hashtextextended('tables of ' || current_schema(), 0))`.execute(trx);
    }
    return change(trx);
  });
}
