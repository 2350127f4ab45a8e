import type { Client, QueryConfig, QueryResultRow } from 'pg';
import { connectionOf } from '../../projection/postgres/connection';
import { failureOf } from '../../projection/postgres/errors';

/** The schema of the events in their database. */
export const SCHEMA = 'event_store';
/** Longer than a server takes that answers at all. */
const ANSWER_TIMEOUT_MS = 5_000;

const SETTINGS = {
  search_path: SCHEMA,
  // A commit that waits for a replica, and is cancelled, counts as done on the server alone. So only this side gives up.
  statement_timeout: '0',
  idle_session_timeout: '0',
};

/** The one connection that writes events. */
export class WriterSession {
  #isLost = false;

  private constructor(private readonly client: Client) {
    client.on('error', () => this.end());
    client.on('end', () => this.end());
  }

  /** @throws DatabaseUnavailableError */
  static async connect(url: string): Promise<WriterSession> {
    // Loaded only where it is used.
    const { Client } = await import('pg');
    const connection = connectionOf(url, 'event store', SETTINGS);
    const session = new WriterSession(new Client({ ...connection, query_timeout: ANSWER_TIMEOUT_MS }));
    try {
      await session.client.connect().catch(fail);
      // What is answered must be on the disk, whatever the server's default is. Stricter settings are kept.
      await session.rows(
        `select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'`,
      );
      return session;
    } catch (error) {
      session.end();
      throw error;
    }
  }

  get isLost(): boolean {
    return this.#isLost;
  }

  async rows<Row extends QueryResultRow>(text: string, values: unknown[] = []): Promise<readonly Row[]> {
    return (await this.#query<Row>({ text, values })).rows;
  }

  /** @returns the number of rows that the statement has changed */
  async change(statement: QueryConfig): Promise<number> {
    return (await this.#query(statement)).rowCount ?? 0;
  }

  /** Closes without waiting for the server. */
  end(): void {
    if (this.#isLost) return;
    this.#isLost = true;
    this.client.end().catch(() => undefined);
  }

  async #query<Row extends QueryResultRow>(statement: QueryConfig) {
    try {
      return await this.client.query<Row>(statement);
    } catch (error) {
      const failure = failureOf(error);
      // Also after a timeout: the statement may still be carried out.
      if (failure.connectionLost) this.end();
      throw failure.error;
    }
  }
}

function fail(error: unknown): never {
  throw failureOf(error).error;
}
