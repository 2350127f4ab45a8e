import Database from 'libsql';
import { openPrivately } from './private-files';

/** Raised with every change of the tables; `PRAGMA user_version` of a file says which it has. */
export const SCHEMA_VERSION = 3;

/** How long a connection waits for a lock that somebody else, such as a backup, has on the file. */
const BUSY_TIMEOUT_MS = 1_000;

/**
 * What only readers of an event need is one text: each further column costs as much to write as the whole text.
 *
 * Event ids have no index of their own: they are random, and a unique index on them would cost a page of the disk per
 * event. A repetition is recognised by the ids at the place in the stream that it asks for.
 */
const SCHEMA = `
  CREATE TABLE events (
    position INTEGER PRIMARY KEY,
    stream   TEXT NOT NULL,
    revision INTEGER NOT NULL,
    event    TEXT NOT NULL,
    UNIQUE (stream, revision)
  ) STRICT;

  CREATE TABLE snapshots (
    stream   TEXT PRIMARY KEY,
    revision INTEGER NOT NULL,
    version  INTEGER NOT NULL,
    state    TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  PRAGMA user_version = ${SCHEMA_VERSION};
`;

/**
 * Opens the one connection that writes, and makes the tables in a new file. What a transaction has committed is on the
 * disk (`synchronous=FULL`), in a log that readers do not wait for (WAL).
 *
 * @throws when the file cannot be opened, or has tables of another version of this program
 */
export function openForWriting(file: string): Database.Database {
  const database = openPrivately(file);
  database.exec(`
    PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS};
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
  `);
  const [version] = database.prepare('PRAGMA user_version').raw().get() as [number];
  if (version === 0) database.exec(`BEGIN IMMEDIATE; ${SCHEMA} COMMIT;`);
  else if (version !== SCHEMA_VERSION) {
    throw new Error(
      `${file} has version ${version} of the event store's tables, and this program knows only version ${SCHEMA_VERSION}`,
    );
  }
  return database;
}

/** Opens a connection that can only read. */
export function openForReading(file: string): Database.Database {
  const database = new Database(file);
  database.exec(`
    PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS};
    PRAGMA query_only = ON;
  `);
  return database;
}
