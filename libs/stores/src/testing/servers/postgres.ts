import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chownSync, existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { freePort } from '../../../../../infra/local/ports';
import { isNotMissing } from '../../../../../tests/support/missing';
import { sharedServer } from './shared-server';
import type { StartedServer } from './shared-server';

const INSTALLED = '/usr/lib/postgresql';
/** A database for tests survives nothing, and waits for no disk. */
const SETTINGS = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200'];

/** Whether tests may use PostgreSQL: it is installed, or one is named by `TEST_POSTGRES_URL`. */
export function mayUsePostgres(): boolean {
  const found = process.env['TEST_POSTGRES_URL'] !== undefined || programs() !== undefined;
  return isNotMissing(found ? undefined : 'PostgreSQL is missing: apt-get install postgresql');
}

/** An empty database of its own, on a server that is started once for all tests. */
export async function freshPostgres(): Promise<string> {
  const server = process.env['TEST_POSTGRES_URL'] ?? (await sharedServer('postgres', startPostgres));
  const url = new URL(server);
  url.pathname = `/test_${randomUUID().replaceAll('-', '')}`;
  await administer(server, `create database ${url.pathname.slice(1)}`);
  return url.href;
}

/** Starts a server of its own: for tests that stop it. */
export async function startPostgres(port?: number): Promise<StartedServer> {
  const bin = programs();
  if (bin === undefined) throw new Error('PostgreSQL is not installed');
  const user = serverUser();
  const data = mkdtempSync(join(tmpdir(), 'stablecoin-test-postgres-'));
  if (user !== undefined) chownSync(data, user.uid, user.gid);
  // Its text is ordered as in English, unlike SQLite's: what depends on the order must not depend on the server.
  const order = ['--locale=C.UTF-8', '--locale-provider=icu', '--icu-locale=en-US'];
  const options = ['-D', data, '-U', 'postgres', '--auth=trust', '--no-sync', '-E', 'UTF8', ...order];
  execFileSync(join(bin, 'initdb'), options, { stdio: 'ignore', cwd: data, ...user });
  const server = { bin, data, port: port ?? (await freePort()) };
  return { ...(await runPostgres(server)), data };
}

/** Runs a server on a folder that is made already. */
export async function runPostgres({
  bin = programs() ?? '',
  data,
  port,
}: {
  readonly bin?: string;
  readonly data: string;
  readonly port: number;
}): Promise<{ readonly url: string; readonly pid: number }> {
  const settings = [...SETTINGS, 'listen_addresses=127.0.0.1', `unix_socket_directories=${data}`, `port=${port}`];
  const child = spawn(join(bin, 'postgres'), ['-D', data, ...settings.flatMap((each) => ['-c', each])], {
    stdio: 'ignore',
    cwd: data,
    detached: true,
    ...serverUser(),
  });
  child.unref();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await eventually(() => administer(url, 'select 1'));
  return { url, pid: child.pid ?? 0 };
}

async function administer(url: string, statement: string): Promise<void> {
  const { Client } = await import('pg');
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The folder of the newest server that is installed. */
function programs(): string | undefined {
  const versions = existsSync(INSTALLED) ? readdirSync(INSTALLED) : [];
  const [newest] = versions.sort((a, b) => Number(b) - Number(a));
  const bin = newest === undefined ? undefined : join(INSTALLED, newest, 'bin');
  return bin !== undefined && existsSync(join(bin, 'initdb')) ? bin : undefined;
}

/** PostgreSQL refuses to run as root. */
function serverUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}
