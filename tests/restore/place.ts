import { execFile, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { freshPostgres, mayUsePostgres } from '@stablecoin/stores/testing';
import { makeBackup } from '../../apps/standalone/src/tools/backup/make-backup';
import { manageRestore } from '../../apps/standalone/src/tools/backup/manage-restore';
import { MANIFEST } from '../../apps/standalone/src/tools/backup/manifest';
import type { ExitCode, ToolOptions } from '../../apps/standalone/src/tools/output';

export type Environment = Readonly<Record<string, string>>;

/** Where a service keeps its data, and how that is backed up. */
export interface PlaceKind {
  readonly name: 'folder' | 'pair' | 'dump';
  readonly isThere: boolean;
  /** An empty one. @param folder - that does not exist yet */
  open(folder: string): Promise<Environment>;
  /** Of a service that runs. @param at - what its clock says, in milliseconds since the epoch */
  backUp(environment: Environment, backup: string, at: number): Promise<void>;
  restore(environment: Environment, backup: string): Promise<void>;
  /** Nothing says that it was restored: its first start finds out. */
  readonly findsOut: boolean;
}

const openPair: PlaceKind['open'] = async (folder) => ({
  EVENT_STORE_URL: await freshPostgres(),
  ...{ DATA_DIR: folder, LEADER_SILENCE_MS: '60000' },
});

export const PLACES: readonly PlaceKind[] = [
  {
    name: 'folder',
    isThere: true,
    open: (folder) => Promise.resolve({ EVENT_STORE_URL: '', DATA_DIR: folder }),
    ...{ backUp, restore, findsOut: false },
  },
  { name: 'pair', isThere: mayUsePostgres(), open: openPair, backUp, restore, findsOut: false },
  // The commands of docs/backup.md.
  {
    name: 'dump',
    isThere: mayUsePostgres() && spawnSync('pg_dump', ['--version']).status === 0,
    open: openPair,
    backUp: ({ EVENT_STORE_URL: url = '' }, backup) => exec('pg_dump', '--format=custom', `--file=${backup}`, url),
    restore: ({ EVENT_STORE_URL: url = '' }, backup) =>
      exec('pg_restore', '--clean', '--if-exists', `--dbname=${url}`, backup),
    findsOut: true,
  },
];

async function exec(program: string, ...args: readonly string[]): Promise<void> {
  await promisify(execFile)(program, args);
}

/**
 * A copy of the database of a stopped pair without its last events, as a replica has it that was behind. Read models, relays and
 * dead letters begin again.
 *
 * @param folder - that does not exist yet
 * @param lacking - events, of other streams than those of webhooks, whose number changes
 */
export async function laggingReplica(former: Environment, folder: string, lacking: number): Promise<Environment> {
  const { EVENT_STORE_URL: url = '' } = former;
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const copy = new URL(url);
  copy.pathname = `/${name}`;
  const server = new URL(url);
  server.pathname = '/postgres';
  await query(server.href, `create database ${name} template ${new URL(url).pathname.slice(1)}`);
  await query(
    copy.href,
    `delete from event_store.snapshots;
     delete from event_store.events where position >= (
       select position from event_store.events where stream not like 'webhook%' order by position desc limit 1 offset ${lacking - 1}
     );
     do $$ declare service text; begin
       for service in select nspname from pg_namespace
         where nspname not like 'pg\\_%' and nspname not in ('information_schema', 'public', 'event_store')
       loop execute format('drop schema %I cascade', service); end loop;
     end $$`,
  );
  return { ...former, EVENT_STORE_URL: copy.href, DATA_DIR: folder };
}

async function query(url: string, statements: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statements);
  } finally {
    await client.end();
  }
}

/** `npm run backup`, of a service that runs. @param at - what its clock says, in milliseconds since the epoch */
export async function backUp(environment: Environment, folder: string, at: number): Promise<void> {
  await run(makeBackup, environment, folder);
  const file = join(folder, MANIFEST);
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as object;
  // The command has the clock of this machine, and the chains have one of their own.
  writeFileSync(file, JSON.stringify({ ...manifest, taken_at: new Date(at).toISOString() }));
}

/** `npm run restore -- <folder>` */
export function restore(environment: Environment, folder: string): Promise<void> {
  return run(manageRestore, environment, folder);
}

async function run(
  tool: (options: ToolOptions) => Promise<ExitCode>,
  environment: Environment,
  ...args: readonly string[]
): Promise<void> {
  let text = '';
  const output = { write: (part: string) => (text += part) };
  const code = await tool({ args, environment, output, signal: new AbortController().signal });
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${text}`);
}
