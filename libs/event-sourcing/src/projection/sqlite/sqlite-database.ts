import Database from 'libsql';
import { Kysely, SqliteDialect } from 'kysely';
import type { SqliteDatabase, SqliteStatement } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { OpenDatabase } from '../open-database';
import { SharedCommit } from './shared-commit';

/** Statements that are kept prepared; a service has some dozens. */
const PREPARED = 256;
const BUSY_TIMEOUT_MS = 5_000;
/** What changes nothing. Of a statement that returns rows, SQLite does not say whether it changes any. */
const READS = /^\s*(select|pragma)\b/i;

/** Opens a file, or a database in memory, for the one process that uses it. */
export function openSqlite<DB>(file: string): OpenDatabase<DB> {
  const connection = new Database(file);
  connection.pragma('journal_mode = WAL');
  // A crash may take the last transactions, never the file's integrity; they are projected anew.
  connection.pragma('synchronous = NORMAL');
  connection.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
  // Only a commit writes, so that nothing else fails where the disk is full.
  connection.pragma('cache_spill = OFF');
  const db = new Kysely<DB>({ dialect: new SqliteDialect({ database: sharingCommits(connection) }) });
  return { db, close: () => db.destroy() };
}

function sharingCommits(connection: Database.Database): SqliteDatabase {
  const commit = new SharedCommit(connection);
  // Kysely prepares every query anew, which costs more than most of them.
  const statements = new LRUCache<string, SqliteStatement>({ max: PREPARED });
  const ends: Readonly<Record<string, SqliteStatement>> = {
    begin: bracket(() => commit.begin()),
    commit: bracket(() => commit.end()),
    rollback: bracket(() => commit.rollback()),
  };
  return {
    prepare(sql) {
      const known = ends[sql] ?? statements.get(sql);
      if (known !== undefined) return known;
      const statement = sharingStatement(connection.prepare(sql), READS.test(sql), commit);
      statements.set(sql, statement);
      return statement;
    },
    close() {
      try {
        commit.close();
      } finally {
        connection.close();
      }
    },
  };
}

/** What Kysely begins and ends transactions with. */
function bracket(carryOut: () => void): SqliteStatement {
  return {
    reader: false,
    run() {
      carryOut();
      return { changes: 0, lastInsertRowid: 0 };
    },
    all: () => [],
    iterate: () => [].values(),
  };
}

function sharingStatement(statement: SqliteStatement, reads: boolean, commit: SharedCommit): SqliteStatement {
  const carryOut = <T>(parameters: readonly unknown[], execute: () => T): T =>
    reads ? commit.read(execute) : commit.write({ statement, values: parameters }, execute);
  return {
    // Asked for once: it is a call to SQLite.
    reader: statement.reader,
    run: (parameters) => carryOut(parameters, () => statement.run(parameters)),
    all: (parameters) => carryOut(parameters, () => statement.all(parameters)),
    iterate: (parameters) => carryOut(parameters, () => statement.iterate(parameters)),
  };
}
