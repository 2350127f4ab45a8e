import Database from 'libsql';
import { Kysely, PostgresAdapter, SqliteDialect, sql } from 'kysely';
import type { SqliteDatabase, SqliteStatement, Transaction } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { AnyKysely, OpenDatabase } from './open-database';
import { openPostgres } from './postgres/postgres-database';
import type { PostgresOptions } from './postgres/postgres-database';

export type { AnyKysely, OpenDatabase };

/** Statements that are kept prepared; a service has some dozens. */
const PREPARED = 256;
const BUSY_TIMEOUT_MS = 5_000;

/**
 * Opens the database of a service.
 *
 * @param url - `sqlite:<file>`, `sqlite::memory:`, or `postgres://…`
 * @param options - for PostgreSQL: which schema of the database
 * @throws TypeError when the URL is of another kind
 */
export function openDatabase<DB>(url: string, options: PostgresOptions = { schema: 'public' }): OpenDatabase<DB> {
  const [, scheme, file] = /^([^:]*):(.*)$/.exec(url) ?? [];
  if (scheme === 'postgres' || scheme === 'postgresql') return openPostgres(url, options);
  if (scheme !== 'sqlite' || file === undefined || file === '') {
    // Only the scheme is shown: the rest of another kind of URL may hold a password.
    throw new TypeError(`a database is "sqlite:<file>", "sqlite::memory:" or "postgres://…", not "${scheme ?? ''}:…"`);
  }
  const connection = new Database(file);
  connection.pragma('journal_mode = WAL');
  // A crash may take the last transactions, never the file's integrity; they are projected anew.
  connection.pragma('synchronous = NORMAL');
  connection.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
  const db = new Kysely<DB>({ dialect: new SqliteDialect({ database: keepPrepared(connection) }) });
  return { db, close: () => db.destroy() };
}

/**
 * Makes or drops tables, in one transaction. Instances that start at once do so one after the other: PostgreSQL fails
 * the second of two that create one table, even where it is to be created only if it is absent.
 */
export function changeTables<DB, T>(db: Kysely<DB>, change: (trx: Transaction<DB>) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    if (trx.getExecutor().adapter instanceof PostgresAdapter) {
      await sql`select pg_advisory_xact_lock(hashtextextended('tables of ' || current_schema(), 0))`.execute(trx);
    }
    return change(trx);
  });
}

/** Kysely prepares every query anew, which costs more than most of them. */
function keepPrepared(connection: Database.Database): SqliteDatabase {
  const statements = new LRUCache<string, SqliteStatement>({ max: PREPARED });
  return {
    prepare: (sql) => {
      const known = statements.get(sql);
      if (known !== undefined) return known;
      const statement = connection.prepare(sql) as SqliteStatement;
      statements.set(sql, statement);
      return statement;
    },
    close: () => void connection.close(),
  };
}
