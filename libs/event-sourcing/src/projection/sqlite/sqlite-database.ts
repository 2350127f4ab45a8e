import Database from 'libsql';
import { DefaultConnectionProvider, Kysely, SqliteDialect } from 'kysely';
import { describeError } from '@stablecoin/errors';
import type { OpenDatabase } from '../open-database';
import { SqliteDriver } from './sqlite-driver';
import { SqliteExecutor } from './sqlite-executor';

const BUSY_TIMEOUT_MS = 5_000;

/**
 * Opens a file, or a database in memory, for the one process that uses it.
 *
 * @throws when the file cannot be opened, or is no database; the message names it
 */
export function openSqlite<DB>(file: string): OpenDatabase<DB> {
  const connection = connect(file);
  const driver = new SqliteDriver(connection);
  const dialect = new SqliteDialect({ database: () => Promise.reject(new Error('the driver has its own')) });
  const executor = new SqliteExecutor(dialect, driver, new DefaultConnectionProvider(driver));
  const db = new Kysely<DB>({ config: { dialect }, dialect, driver, executor });
  return { db, close: () => db.destroy() };
}

function connect(file: string): Database.Database {
  let connection: Database.Database | undefined;
  try {
    connection = new Database(file);
    connection.pragma('journal_mode = WAL');
    // A crash may take the last transactions, never the file's integrity; they are projected anew.
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
