import type Database from 'libsql';
import type { CompiledQuery, ConnectionProvider, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { LRUCache } from 'lru-cache';
import { SharedCommit } from './shared-commit';
import type { PreparedStatement } from './shared-commit';

/** Statements that are kept prepared; a service has some dozens. */
const PREPARED = 256;
/** What changes nothing. Of a statement that returns rows, SQLite does not say whether it changes any. */
const READS = /^\s*(select|pragma)\b/i;

/** One connection for everybody, which a transaction has to itself. */
export class SqliteDriver implements Driver {
  readonly connection: SqliteConnection;
  /** Provides the connection without waiting: for whoever has it already. */
  readonly connectionItself: ConnectionProvider;
  readonly #database: Database.Database;
  readonly #commit: SharedCommit;
  #taken: Promise<void> | undefined;
  #release: () => void = () => undefined;

  constructor(database: Database.Database) {
    this.#database = database;
    this.#commit = new SharedCommit(database);
    this.connection = new SqliteConnection(database, this.#commit);
    this.connectionItself = { provideConnection: async (consumer) => consumer(this.connection) };
  }

  /** Whether somebody has the connection to himself. */
  get isTaken(): boolean {
    return this.#taken !== undefined;
  }

  init(): Promise<void> {
    return Promise.resolve();
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    while (this.#taken !== undefined) await this.#taken;
    this.#taken = new Promise((resolve) => (this.#release = resolve));
    return this.connection;
  }

  beginTransaction(): Promise<void> {
    return promised(() => this.#commit.begin());
  }

  commitTransaction(): Promise<void> {
    return promised(() => this.#commit.end());
  }

  rollbackTransaction(): Promise<void> {
    return promised(() => this.#commit.rollback());
  }

  releaseConnection(): Promise<void> {
    this.#taken = undefined;
    this.#release();
    return Promise.resolve();
  }

  destroy(): Promise<void> {
    return promised(() => {
      try {
        this.#commit.close();
      } finally {
        this.#database.close();
      }
    });
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #database: Database.Database;
  readonly #commit: SharedCommit;
  /** Kysely would have every statement prepared anew, which costs more than most of them. */
  readonly #statements = new LRUCache<string, PreparedStatement>({ max: PREPARED });

  constructor(database: Database.Database, commit: SharedCommit) {
    this.#database = database;
    this.#commit = commit;
  }

  executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    return promised(() => this.#commit.execute(this.#prepare(sql), parameters) as QueryResult<Row>);
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    yield await this.executeQuery<Row>(query);
  }

  #prepare(sql: string): PreparedStatement {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = prepare(this.#database, sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}

function prepare(database: Database.Database, sql: string): PreparedStatement {
  const statement = database.prepare(sql);
  const reads = READS.test(sql);
  if (statement.reader) return { reads, execute: (values) => ({ rows: statement.all(values) }) };
  return {
    reads,
    execute(values) {
      const { changes, lastInsertRowid } = statement.run(values);
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
    },
  };
}

/** What SQLite does at once, as Kysely asks for it. */
function promised<T>(carryOut: () => T): Promise<T> {
  return new Promise((resolve) => {
    resolve(carryOut());
  });
}
