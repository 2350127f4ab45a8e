import { isDeepStrictEqual } from 'node:util';
import { rebuildReadModel } from '@stablecoin/event-sourcing';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { Databases } from './databases';
import { PROJECTIONS } from './projections';
import type { Simulation } from './simulation';

/** A read model that is made again from all events must be the one that was kept all along, and nothing is left to do. */
export async function compareReadModels({ world, store, databases }: Simulation): Promise<void> {
  const again = new Databases();
  for (const { service, projection } of PROJECTIONS) {
    await rebuildReadModel({ store, db: again.get(service), projection });
    for (const table of projection.tables) {
      const [kept, rebuilt] = [await rows(databases.get(service), table), await rows(again.get(service), table)];
      if (!isDeepStrictEqual(kept, rebuilt)) world.fail(`${table} of ${service} differs from the events`);
      if (table === 'work' && kept.length > 0) world.fail(`${service} has work that is never done`);
    }
  }
  await again.close();
}

async function rows(db: Kysely<unknown>, table: string): Promise<readonly string[]> {
  const found = await sql`select * from ${sql.table(table)}`.execute(db);
  return found.rows.map((row) => JSON.stringify(row)).sort();
}
