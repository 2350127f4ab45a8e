import type { ClientBase, ClientConfig } from 'pg';
import { DatabaseEncodingError } from './errors';

const CONNECT_TIMEOUT_MS = 5_000;
const UTF8 = 'UTF8';

/** How to connect, and what to do first on each connection. */
export interface PostgresSession {
  readonly config: ClientConfig;
  /**
   * Applies the settings. As statements: a connection pooler such as PgBouncer refuses them at the connect.
   *
   * @throws Error when the database cannot hold every text
   */
  readonly prepare: (client: ClientBase) => Promise<void>;
}

/**
 * A session on a server.
 *
 * @param name - application name shown by the server
 * @param settings - server settings of the session; options in the URL override them
 */
export function sessionOf(url: string, name: string, settings: Readonly<Record<string, string>>): PostgresSession {
  const given = new URL(url).searchParams.get('options') ?? '';
  const own = Object.entries(settings).filter(([setting]) => !new RegExp(`(?:-c\\s*|--)${setting}=`).test(given));
  const columns = own.map((_, index) => `set_config($${2 * index + 1}, $${2 * index + 2}, false)`);
  const statement = `select ${[...columns, `current_setting('server_encoding') as encoding`].join(', ')}`;
  return {
    config: {
      connectionString: inFull(url),
      application_name: `stablecoin ${name}`,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
    },
    prepare: async (client) => {
      const { rows } = await client.query<{ encoding: string }>(statement, own.flat());
      if (rows[0]?.encoding !== UTF8) throw new DatabaseEncodingError(String(rows[0]?.encoding));
    },
  };
}

/** Says what pg does: it takes these modes for `verify-full`, and writes a warning of it to the console. */
function inFull(url: string): string {
  return url.includes('uselibpqcompat')
    ? url
    : url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full');
}
