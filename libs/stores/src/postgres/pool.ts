import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type { Pool, PoolClient, QueryConfig } from 'pg';
import type { PostgresSession } from './connection';
import { failureOf } from './errors';

/** Maximum prepared statements per connection. A service uses some dozens. */
const PREPARED_MAX = 256;

/** A pool of `pg` as Kysely uses it: with statements prepared once, and errors that say whether they are transient. */
export class ReadModelPool implements PostgresPool {
  readonly #pool: Pool;
  readonly #clients = new WeakMap<PoolClient, PostgresPoolClient>();
  readonly #names = new Map<string, string>();

  constructor(
    pool: Pool,
    private readonly session: Pick<PostgresSession, 'prepare'>,
  ) {
    this.#pool = pool;
  }

  async connect(): Promise<PostgresPoolClient> {
    const client = await this.#pool.connect().catch((error: unknown) => {
      throw failureOf(error).error;
    });
    // The same for the same connection, because Kysely knows connections by it.
    let known = this.#clients.get(client);
    if (known === undefined) {
      await this.#prepare(client);
      known = new ReadModelClient(client, (sql) => this.#nameOf(sql));
      this.#clients.set(client, known);
    }
    return known;
  }

  end(): Promise<void> {
    return this.#pool.end();
  }

  async #prepare(client: PoolClient): Promise<void> {
    try {
      await this.session.prepare(client);
    } catch (error) {
      client.release(true);
      throw failureOf(error).error;
    }
  }

  /** The server parses and plans a statement that has a name only once per connection. */
  #nameOf(sql: string): string | undefined {
    const known = this.#names.get(sql);
    if (known !== undefined || this.#names.size >= PREPARED_MAX) return known;
    const name = `s${this.#names.size}`;
    this.#names.set(sql, name);
    return name;
  }
}

class ReadModelClient implements PostgresPoolClient {
  #lost = false;

  constructor(
    private readonly client: PoolClient,
    private readonly nameOf: (sql: string) => string | undefined,
  ) {}

  query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query<R>(
    sql: string | PostgresCursor<R>,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    if (typeof sql !== 'string') throw new TypeError('rows are not streamed');
    return this.#query(sql, parameters);
  }

  release(): void {
    this.client.release(this.#lost);
  }

  async #query<R>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    const name = parameters.length === 0 ? undefined : this.nameOf(text);
    const config: QueryConfig = { text, values: parameters.map(storable), ...(name === undefined ? {} : { name }) };
    try {
      const { command, rowCount, rows } = await this.client.query(config);
      return { command: command as PostgresQueryResult<R>['command'], rowCount: rowCount ?? 0, rows: rows as R[] };
    } catch (error) {
      const failure = failureOf(error);
      this.#lost ||= failure.connectionLost;
      throw failure.error;
    }
  }
}

/** PostgreSQL refuses a text with the character NUL in it, which SQLite takes. */
function storable(value: unknown): unknown {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value;
}
