import Database from 'libsql';
import { Kysely, SqliteDialect } from 'kysely';
import type { QueryExecutorProvider, SqliteDatabase, SqliteStatement } from 'kysely';
import { LRUCache } from 'lru-cache';

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

/** Statements that are kept prepared; a service has some dozens. */
const PREPARED = 256;
const BUSY_TIMEOUT_MS = 5_000;

/**
 * Opens the database of a service.
 *
 * @param url - `sqlite:<file>` or `sqlite::memory:`
 * @throws TypeError when the URL is of another kind
 */
export function openDatabase<DB>(url: string): OpenDatabase<DB> {
  const [, scheme, file] = /^([^:]*):(.*)$/.exec(url) ?? [];
  if (scheme !== 'sqlite' || file === undefined || file === '') {
    // Only the scheme is shown: the rest of another kind of URL may hold a password.
    throw new TypeError(`a database is "sqlite:<file>" or "sqlite::memory:", not "${scheme ?? ''}:…"`);
  }
  const connection = new Database(file);
  connection.pragma('journal_mode = WAL');
  // A crash may take the last transactions, never the file's integrity; they are projected anew.
  connection.pragma('synchronous = NORMAL');
  connection.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
  const db = new Kysely<DB>({ dialect: new SqliteDialect({ database: keepPrepared(connection) }) });
  return { db, close: () => db.destroy() };
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
