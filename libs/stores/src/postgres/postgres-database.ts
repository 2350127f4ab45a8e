import { Kysely } from 'kysely';
import type { OpenDatabase } from '@stablecoin/event-sourcing';
import { sessionOf } from './connection';
import { ReadModelDialect } from './dialect';
import { isMadeByAnother } from './errors';
import { ReadModelPool } from './pool';

export interface PostgresOptions {
  /** The schema that the tables are in, made when it is absent: small letters and underscores. */
  readonly schema: string;
  /** Connections at the same time at most. Default 10. */
  readonly connectionsMax?: number;
  /** Commits do not wait for the disk: a crash of the server may lose the last ones. Default: false. */
  readonly mayLoseLast?: boolean;
}

const CONNECTIONS_MAX = 10;
const STATEMENT_TIMEOUT_MS = 15_000;
/** Longer than the server lets a statement run: for a server that does not answer at all. */
const ANSWER_TIMEOUT_MS = 20_000;
/** A paused process holds its locks for little longer than its lease. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 5_000;
const IDLE_CONNECTION_MS = 60_000;

/**
 * Opens a database for one service: a schema of its own in the database that the URL names. Nothing is connected
 * before the first query, and a query while the server is away fails as transient.
 *
 * @param url - `postgres://user:password@host:port/database`, with the parameters that libpq takes
 */
export function openPostgres<DB>(
  url: string,
  { schema, connectionsMax, mayLoseLast = false }: PostgresOptions,
): OpenDatabase<DB> {
  if (!/^[a-z_][a-z0-9_]*$/.test(schema)) throw new TypeError(`"${schema}" is not the name of a schema`);
  const pool = (): Promise<ReadModelPool> => connect(url, schema, connectionsMax ?? CONNECTIONS_MAX, mayLoseLast);
  const db = new Kysely<DB>({ dialect: new ReadModelDialect({ pool }) });
  return { db, close: () => db.destroy() };
}

async function connect(url: string, schema: string, max: number, mayLoseLast: boolean): Promise<ReadModelPool> {
  // Loaded only where it is used: a start on SQLite does without.
  const pg = await import('pg');
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.INT8, safeInteger);
  const session = sessionOf(url, schema, {
    search_path: schema,
    ...(mayLoseLast ? { synchronous_commit: 'off' } : {}),
    statement_timeout: `${STATEMENT_TIMEOUT_MS}`,
    idle_in_transaction_session_timeout: `${IDLE_IN_TRANSACTION_TIMEOUT_MS}`,
  });
  const pool = new pg.Pool({
    ...session.config,
    max,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
    types,
  });
  // A broken idle connection is replaced; a broken connection in use fails its query. Neither ends the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const opened = new ReadModelPool(pool, session);
  try {
    await createSchema(opened, schema);
    return opened;
  } catch (error) {
    await pool.end();
    throw error;
  }
}

/** Only where it is absent, since a role that may make schemas is more than a service needs. */
async function createSchema(pool: ReadModelPool, schema: string): Promise<void> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ found: boolean }>('select to_regnamespace($1) is not null as found', [
      schema,
    ]);
    if (rows[0]?.found === true) return;
    await client.query(`create schema if not exists ${schema}`, []);
  } catch (error) {
    // A lock would not help: a session that has seen that the schema is absent may believe it for a moment longer.
    if (!isMadeByAnother(error)) throw error;
  } finally {
    client.release();
  }
}

/** Positions, revisions and times: SQLite gives numbers, and so does this. */
function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`the database holds ${text}, which no number can`);
  return value;
}
