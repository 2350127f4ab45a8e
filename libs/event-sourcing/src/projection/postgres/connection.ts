import type { ClientConfig } from 'pg';

const CONNECT_TIMEOUT_MS = 5_000;

/**
 * Options of every connection.
 *
 * @param name - application name shown by the server
 * @param settings - server settings of the session; options in the URL override them
 */
export function connectionOf(url: string, name: string, settings: Readonly<Record<string, string>>): ClientConfig {
  const parsed = new URL(url);
  const given = parsed.searchParams.get('options');
  parsed.searchParams.delete('options');
  const own = Object.entries(settings).map(([setting, value]) => `-c ${setting}=${value}`);
  return {
    connectionString: parsed.href,
    options: [...own, ...(given === null ? [] : [given])].join(' '),
    application_name: `stablecoin ${name}`,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  };
}
