import { DefaultQueryExecutor } from 'kysely';
import type { CompiledQuery, ConnectionProvider, Dialect, QueryResult } from 'kysely';
import type { SqliteDriver } from './sqlite-driver';

/**
 * Carries a statement out at once where nobody else has the connection, or this is a transaction that has it: SQLite
 * answers while one waits, and the promises in which Kysely wraps a question cost as much as many an answer.
 */
export class SqliteExecutor extends DefaultQueryExecutor {
  readonly #driver: SqliteDriver;
  /** For a transaction, which has the connection. */
  readonly #inTransaction: SqliteExecutor;

  constructor(dialect: Dialect, driver: SqliteDriver, connections: ConnectionProvider, outside?: SqliteExecutor) {
    super(dialect.createQueryCompiler(), outside?.adapter ?? dialect.createAdapter(), connections);
    this.#driver = driver;
    this.#inTransaction =
      outside === undefined ? new SqliteExecutor(dialect, driver, driver.connectionItself, this) : this;
  }

  override executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#inTransaction !== this && this.#driver.isTaken) return super.executeQuery<Row>(query);
    return this.#driver.connection.executeQuery<Row>(query);
  }

  override withConnectionProvider(): SqliteExecutor {
    return this.#inTransaction;
  }
}
