import Database from 'libsql';

/** Raised with every change of the tables; `PRAGMA user_version` of a file says which it has. */
const SCHEMA_VERSION = 2;

/** How long a connection waits for a lock that somebody else, such as a backup, has on the file. */
const BUSY_TIMEOUT_MS = 1_000;

/**
 * An append is a row, with the position and the revision of its last event: what is written together is read together,
 * and half as many rows cost half as much.
 *
 * Event ids have no index of their own: they are random, and a unique index on them would cost a page of the disk per
 * event. A repetition is recognised by the ids at the place in the stream that it asks for.
 */
const APPENDS = `
  CREATE TABLE appends (
    position INTEGER PRIMARY KEY,
    stream   INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    events   TEXT NOT NULL,
    UNIQUE (stream, revision)
  ) STRICT;
`;

const SCHEMA = `
  CREATE TABLE streams (
    id   INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
  ) STRICT;

  ${APPENDS}

  CREATE TABLE snapshots (
    stream   TEXT PRIMARY KEY,
    revision INTEGER NOT NULL,
    version  INTEGER NOT NULL,
    state    TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
`;

/** Of version 1, in which an event was a row. */
const FROM_VERSION_1 = `
  ${APPENDS}
  INSERT INTO appends
    SELECT position, stream, revision,
           '[[' || json_quote(id) || ',' || json_quote(type) || ',' || data || ',' || metadata || ']]'
    FROM events ORDER BY position;
  DROP TABLE events;
`;

/**
 * Opens the one connection that writes, and makes the tables in a new file. What a transaction has committed is on the
 * disk (`synchronous=FULL`), in a log that readers do not wait for (WAL).
 *
 * @throws when the file cannot be opened, or was written by a newer version of this program
 */
export function openForWriting(file: string): Database.Database {
  const database = new Database(file);
  database.exec(`
    PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS};
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
  `);
  const [version] = database.prepare('PRAGMA user_version').raw().get() as [number];
  if (version > SCHEMA_VERSION) {
    throw new Error(
      `${file} has version ${version} of the event store's tables, and this program knows ${SCHEMA_VERSION}`,
    );
  }
  const change = version === 0 ? SCHEMA : version === 1 ? FROM_VERSION_1 : undefined;
  if (change !== undefined) {
    database.exec(`BEGIN IMMEDIATE; ${change} PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT;`);
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
