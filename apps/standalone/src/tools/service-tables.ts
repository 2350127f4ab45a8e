import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Configuration } from '@stablecoin/host';
import { openDatabase } from '@stablecoin/stores';
import { sql, type Kysely, type RawBuilder } from 'kysely';

/** The database of one service, to be looked at. */
export interface ServiceTables {
  readonly db: Kysely<unknown>;
  /** Names of the tables that are there. */
  readonly names: ReadonlySet<string>;
  /** A table in a statement. */
  readonly table: (name: string) => RawBuilder<unknown>;
}

/**
 * Looks at the database of a service where it is, and makes nothing where it is not.
 *
 * @returns undefined when the service has no database yet
 */
export async function withTables<T>(
  { database, dataDir }: Pick<Configuration, 'database' | 'dataDir'>,
  service: string,
  look: (tables: ServiceTables) => Promise<T>,
): Promise<T | undefined> {
  const file = join(dataDir, `${service}.db`);
  if (typeof database === 'string' && (database === 'memory' || !existsSync(file))) return undefined;
  // Of a schema that is not there another one would be made.
  const { db, close } =
    typeof database === 'string'
      ? openDatabase<unknown>(`sqlite:${file}`)
      : openDatabase<unknown>(database.url, { schema: 'public', connectionsMax: 1 });
  try {
    const schema = typeof database === 'string' ? undefined : service;
    const found = (await db.introspection.getTables()).filter((each) => each.schema === schema);
    return await look({
      db,
      names: new Set(found.map(({ name }) => name)),
      table: (name) => sql.table(schema === undefined ? name : `${schema}.${name}`),
    });
  } finally {
    await close();
  }
}
