import type { Client, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import { sessionOf } from './connection';
import { failureOf } from './errors';

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

/** The server's side of a session. Process ids are used again. */
interface Backend {
  readonly pid: number;
  readonly started: string;
}

/**
 * Is told each time when the server still works on a statement after a while, such as a commit that waits for a replica.
 *
 * @returns whether to go on waiting
 */
export type WhenSlow = (reason: string) => boolean;

export interface WriterSessionOptions {
  readonly whenSlow?: WhenSlow;
  /** How long the server may take before it is looked at, in milliseconds. Default 5,000. */
  readonly answerMs?: number;
}

/** The one connection that writes events. */
export class WriterSession {
  #isLost = false;
  #backend: Backend | undefined;

  private constructor(
    private readonly client: Client,
    private readonly url: string,
    private readonly options: Required<WriterSessionOptions>,
  ) {
    client.on('error', () => this.end());
    client.on('end', () => this.end());
  }

  /** @throws DatabaseUnavailableError; DatabaseEncodingError */
  static async connect(
    url: string,
    { whenSlow = () => true, answerMs = ANSWER_TIMEOUT_MS }: WriterSessionOptions = {},
  ): Promise<WriterSession> {
    const { Client } = await import('pg');
    const { config, prepare } = sessionOf(url, 'event store', SETTINGS);
    const session = new WriterSession(new Client(config), url, { whenSlow, answerMs });
    try {
      await session.client.connect().catch(fail);
      await prepare(session.client).catch(fail);
      // What is answered must be on the disk, whatever the server's default is. Stricter settings are kept.
      await session.rows(
        `select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'`,
      );
      const own = 'select pid, backend_start::text as started from pg_stat_activity where pid = pg_backend_pid()';
      [session.#backend] = await session.rows<Backend>(own);
      return session;
    } catch (error) {
      session.end();
      throw error;
    }
  }

  get isLost(): boolean {
    return this.#isLost;
  }

  /**
   * Whether the server works on a statement of this session, also when the connection is lost: a server does not notice
   * that while a commit waits for a replica.
   *
   * @throws DatabaseUnavailableError
   */
  async isAtWork(): Promise<boolean> {
    if (this.#backend === undefined) return false;
    const { Client } = await import('pg');
    const { config } = sessionOf(this.url, 'event store check', {});
    const client = new Client({ ...config, query_timeout: ANSWER_TIMEOUT_MS });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { pid, started } = this.#backend;
      const working = `select from pg_stat_activity where pid = $1 and backend_start::text = $2 and state = 'active'`;
      return (await client.query(working, [pid, started])).rows.length > 0;
    } catch (error) {
      throw failureOf(error).error;
    } finally {
      client.end().catch(() => undefined);
    }
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

  async #query<Row extends QueryResultRow>(statement: QueryConfig): Promise<QueryResult<Row>> {
    try {
      return await this.#answerTo(this.client.query<Row>(statement));
    } catch (error) {
      const failure = failureOf(error);
      // Also without an answer: the statement may still be carried out.
      if (failure.connectionLost) this.end();
      throw failure.error;
    }
  }

  /** Waits for as long as the server works on it: another session would wait for the same, and this one stays there. */
  async #answerTo<T>(answer: Promise<T>): Promise<T> {
    const ended = answer.then(
      () => true,
      () => true,
    );
    const { answerMs, whenSlow } = this.options;
    const inTime = (): Promise<boolean> => Promise.race([ended, passed(answerMs)]);
    while (!(await inTime())) {
      // A server that is done may have answered by then.
      if (!(await this.isAtWork())) {
        if (await inTime()) break;
        throw new Error(`no answer within ${answerMs} ms`);
      }
      const goesOn = whenSlow('the database has not finished a write yet; a synchronous replica may be away');
      if (!goesOn) throw new Error('the writer is closed');
    }
    return answer;
  }
}

async function passed(ms: number): Promise<false> {
  await new Promise((resolve) => setTimeout(resolve, ms).unref());
  return false;
}

function fail(error: unknown): never {
  throw failureOf(error).error;
}
