import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase, openEventStoreDb, POSTGRES_TABLES_VERSION, SQLITE_TABLES_VERSION } from '@stablecoin/stores';
import { sql } from 'kysely';
import type { CheckContext } from './check-context';
import { attempt, fail, ok, warn, type DoctorFinding } from './finding';
import { clockFinding } from './clock';

const CHECK = 'event store';
/** EventStoreDB was renamed with version 25. In November 2026 version 26 is the oldest with fixes. */
const RENAMED_IN = 25;
const SUPPORTED_FROM = 26;

/** The events: where they are, whether this version can read them, and who writes them. */
export async function checkEventStore({ configuration }: CheckContext): Promise<readonly DoctorFinding[]> {
  const { eventStore, dataDir } = configuration;
  if (eventStore === 'memory') {
    return [warn(CHECK, 'the events are in memory', 'Set EVENT_STORE_URL: everything is lost when the process ends.')];
  }
  if (eventStore === 'sqlite') {
    const file = join(dataDir, 'events.db');
    const advice = 'Restore a backup: docs/backup.md. Keep the file for an examination.';
    return attempt(CHECK, advice, () => checkFile(file));
  }
  if (typeof eventStore === 'object') {
    const advice = 'Check EVENT_STORE_URL, the server, and the network between.';
    return attempt(CHECK, advice, () => checkPostgres(eventStore.url));
  }
  const advice = 'Check EVENT_STORE_URL, that the cluster has a leader, and the network between.';
  return attempt(CHECK, advice, () => checkEventStoreDb(eventStore));
}

async function checkFile(file: string): Promise<readonly DoctorFinding[]> {
  if (!existsSync(file)) return [ok(CHECK, `there is no ${file} yet: the first start makes it`)];
  const { db, close } = openDatabase<unknown>(`sqlite:${file}`);
  try {
    const [row] = (await sql<{ user_version: number }>`pragma user_version`.execute(db)).rows;
    const version = row?.user_version ?? 0;
    if (version !== SQLITE_TABLES_VERSION) return [otherVersion(file, version, SQLITE_TABLES_VERSION)];
    const [last] = (await sql<{ head: number }>`select coalesce(max(position), 0) as head from events`.execute(db))
      .rows;
    return [ok(CHECK, `${file} has ${last?.head ?? 0} events, tables of version ${version}`)];
  } finally {
    await close();
  }
}

interface PostgresRow {
  readonly version: string;
  readonly now: Date;
  readonly found: boolean;
  readonly leader: string | null;
}

async function checkPostgres(url: string): Promise<readonly DoctorFinding[]> {
  const { db, close } = openDatabase<unknown>(url, { schema: 'public', connectionsMax: 1 });
  try {
    const before = Date.now();
    const { rows } = await sql<PostgresRow>`
      select current_setting('server_version') as version, clock_timestamp() as now,
             to_regclass('event_store.writer') is not null as found,
             (select coalesce(client_addr::text, 'this machine') from pg_stat_activity join pg_locks using (pid)
              where locktype = 'advisory' and granted and datname = current_database()
                and application_name = 'stablecoin event store lease' limit 1) as leader`.execute(db);
    const [row] = rows;
    if (row === undefined) throw new Error('it gives no answer');
    const clock = clockFinding('PostgreSQL', row.now.getTime(), before, Date.now());
    const where = `PostgreSQL ${row.version}`;
    if (!row.found) return [ok(CHECK, `${where} has no events yet: the first start makes their tables`), clock];
    const tables = await sql<{ tables_version: number; head: number }>`
      select tables_version, (select coalesce(max(position), 0) from event_store.events) as head
      from event_store.writer`.execute(db);
    const { tables_version: version = 0, head = 0 } = tables.rows[0] ?? {};
    if (version !== POSTGRES_TABLES_VERSION) return [otherVersion(where, version, POSTGRES_TABLES_VERSION), clock];
    const leader =
      row.leader === null
        ? warn('leader', 'no instance leads', 'Start one; see the logs of those that run.')
        : ok('leader', `an instance at ${row.leader} leads`);
    return [ok(CHECK, `${where} has ${head} events, tables of version ${version}`), leader, clock];
  } finally {
    await close();
  }
}

function otherVersion(where: string, found: number, known: number): DoctorFinding {
  const advice = 'Run the version of this program that has made them, or restore a backup of this one.';
  return fail(CHECK, `${where} has tables of version ${found}, and this program knows version ${known} only`, advice);
}

async function checkEventStoreDb(url: string): Promise<readonly DoctorFinding[]> {
  const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
  const store = openEventStoreDb(url, log);
  try {
    const [head, version, foreign] = await Promise.all([store.head(), store.serverVersion(), store.lastForeign()]);
    const major = Number.parseInt(version, 10);
    const name = Number.isNaN(major)
      ? 'EventStoreDB (KurrentDB)'
      : `${major < RENAMED_IN ? 'EventStoreDB' : 'KurrentDB'} ${version}`;
    const answers = ok(CHECK, `${name} answers, its last event is at ${head}`);
    const others =
      foreign === undefined
        ? []
        : [
            warn(
              CHECK,
              `another application appends to the same server, last to ${foreign.stream}`,
              'Its streams must not be named as ours are: docs/deployment.md#a-server-that-others-use-too.',
            ),
          ];
    if (!(major < SUPPORTED_FROM)) return [answers, ...others];
    return [
      answers,
      ...others,
      warn(CHECK, `${name} is out of support`, 'Upgrade it to KurrentDB 26.0: docs/upgrade-kurrentdb.md.'),
    ];
  } finally {
    await store.close();
  }
}
