import type Database from 'libsql';
import { Kysely, SqliteDialect, SqliteDriver } from 'kysely';
import type { DatabaseConnection, Driver, SqliteDatabase } from 'kysely';
import { LRUCache } from 'lru-cache';
import { describeError } from '@stablecoin/contracts';
import { openPrivately } from './private-files';
import type { OpenDatabase } from '@stablecoin/event-sourcing';

const BUSY_TIMEOUT_MS = 5_000;
/** Statements that are kept prepared; a service has some dozens. */
const PREPARED = 256;

/**
 * Opens a file, or a database in memory, for the one process that uses it.
 *
 * @throws when the file cannot be opened, or is no database; the message names it
 */
export function openSqlite<DB>(file: string): OpenDatabase<DB> {
  const connection = connect(file);
  const db = new Kysely<DB>({ dialect: new LibsqlDialect(connection) });
  return {
    db,
    close: async () => {
      await db.destroy();
      // Kysely closes only what has been used.
      if (connection.open) connection.close();
    },
  };
}

function connect(file: string): Database.Database {
  let connection: Database.Database | undefined;
  try {
    connection = openPrivately(file);
    connection.pragma('journal_mode = WAL');
    // A crash may lose the last transactions, never the integrity of the file. They are projected again.
    connection.pragma('synchronous = NORMAL');
    connection.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
    // Only a commit writes, so that nothing else fails where the disk is full.
    connection.pragma('cache_spill = OFF');
    return connection;
  } catch (error) {
    connection?.close();
    throw new Error(`the database ${file} cannot be opened: ${describeError(error)}`, { cause: error });
  }
}

class LibsqlDialect extends SqliteDialect {
  readonly #connection: Database.Database;

  constructor(connection: Database.Database) {
    super({ database: connection });
    this.#connection = connection;
  }

  override createDriver(): Driver {
    return new LibsqlDriver(this.#connection);
  }
}

class LibsqlDriver extends SqliteDriver {
  readonly #connection: Database.Database;

  constructor(connection: Database.Database) {
    super({ database: preparedOnce(connection) });
    this.#connection = connection;
  }

  /** SQLite rolls back on its own on a full disk. Another rollback would hide the cause. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#connection.inTransaction) await super.rollbackTransaction(connection);
  }
}

/** Caches prepared statements: Kysely prepares each one again, which costs more than running most of them. */
function preparedOnce(connection: Database.Database): SqliteDatabase {
  const statements = new LRUCache<string, ReturnType<SqliteDatabase['prepare']>>({ max: PREPARED });
  return {
    prepare(sql) {
      let statement = statements.get(sql);
      if (statement === undefined) statements.set(sql, (statement = connection.prepare(sql)));
      return statement;
    },
    close: () => void connection.close(),
  };
}
