import type { OpenDatabase } from '@stablecoin/event-sourcing';
import { openPostgres } from './postgres/postgres-database';
import type { PostgresOptions } from './postgres/postgres-database';
import { openSqlite } from './sqlite/sqlite-database';

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
