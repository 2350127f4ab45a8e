import { SERVICES, type ServiceName } from '@stablecoin/contracts';
import { openDatabase } from '@stablecoin/stores';
import { sql } from 'kysely';
import { readModels } from '../read-models';
import { clockFinding } from './clock';
import type { CheckContext } from './check-context';
import { attempt, ok, warn, type DoctorFinding } from './finding';
import { withTables } from '../service-tables';

const CHECK = 'read models';

/** The read models: whether their database answers, and whether a start has to make some of them anew. */
export async function checkDatabases({ configuration, service }: CheckContext): Promise<readonly DoctorFinding[]> {
  const { database, eventStore } = configuration;
  if (database === 'memory') return [];
  const advice = 'Check DATABASE_URL, the server, and the network between.';
  return attempt(CHECK, advice, async () => {
    const isApart =
      typeof database === 'object' && !(typeof eventStore === 'object' && eventStore.url === database.url);
    const server = isApart ? await checkServer(database.url) : [];
    const models = readModels(configuration);
    const states = await Promise.all(SERVICES.map((name) => stateOf(configuration, name, models[name].versions)));
    const isFirst = states.every((state) => state === 'missing');
    const pending = SERVICES.filter((_, index) => states[index] !== 'current');
    const names = pending.join(', ');
    if (isFirst) return [...server, ok(CHECK, 'there are none yet: the first start makes them')];
    if (pending.length === 0) return [...server, ok(CHECK, 'as this version makes them')];
    const what = service.isRunning
      ? 'The running service is of another version: see its log.'
      : 'It takes about ten seconds per hundred thousand events.';
    return [...server, warn('migrations', `the next start rebuilds read models: ${names}`, what)];
  });
}

/** Whether the checkpoints of a service are of the versions that this program has. */
async function stateOf(
  configuration: CheckContext['configuration'],
  service: ServiceName,
  versions: ReadonlyMap<string, number>,
): Promise<'current' | 'missing' | 'pending'> {
  const state = await withTables(configuration, service, async ({ db, names, table }) => {
    if (!names.has('checkpoints')) return 'missing' as const;
    const { rows } = await sql<{ name: string; version: number }>`
      select name, version from ${table('checkpoints')}`.execute(db);
    const found = new Map(rows.map(({ name, version }) => [name, version]));
    return [...versions].every(([name, version]) => found.get(name) === version)
      ? ('current' as const)
      : ('pending' as const);
  });
  return state ?? 'missing';
}

async function checkServer(url: string): Promise<readonly DoctorFinding[]> {
  const { db, close } = openDatabase<unknown>(url, { schema: 'public', connectionsMax: 1 });
  try {
    const before = Date.now();
    const { rows } = await sql<{ version: string; now: Date }>`
      select current_setting('server_version') as version, clock_timestamp() as now`.execute(db);
    const [row] = rows;
    if (row === undefined) throw new Error('it gives no answer');
    return [
      ok('database', `PostgreSQL ${row.version} answers`),
      clockFinding('PostgreSQL', row.now.getTime(), before, Date.now()),
    ];
  } finally {
    await close();
  }
}
