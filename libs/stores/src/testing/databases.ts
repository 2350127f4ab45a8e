import type { OpenDatabase } from '@stablecoin/event-sourcing';
import type { openDatabase } from '../open-database';
import { freshPostgres, mayUsePostgres } from './servers/postgres';

/** A kind of database that read models are kept in. */
export interface DatabaseKind {
  readonly name: string;
  /** Opens an empty one. */
  readonly open: <DB>() => Promise<OpenDatabase<DB>>;
  /** What a service is configured with to use an empty one. */
  readonly environment: () => Promise<Readonly<Record<string, string>>>;
}

/** Loaded by the first test that has a database: most who import this folder have none. */
async function open<DB>(...args: Parameters<typeof openDatabase>): Promise<OpenDatabase<DB>> {
  const database = await import('../open-database.js');
  return database.openDatabase<DB>(...args);
}

const SQLITE: DatabaseKind = {
  name: 'SQLite',
  open: <DB>() => open<DB>('sqlite::memory:'),
  environment: () => Promise.resolve({}),
};

/** One database for the tests of a file, and a schema of its own for each. */
const POSTGRES: DatabaseKind = {
  name: 'PostgreSQL',
  open: async <DB>() => {
    url ??= freshPostgres();
    return open<DB>(await url, { schema: `test_${schemas++}`, connectionsMax: 4 });
  },
  environment: async () => ({ DATABASE_URL: await freshPostgres(), DATABASE_CONNECTIONS_MAX: '4' }),
};

let url: Promise<string> | undefined;
let schemas = 0;

/** Every kind of database that can be had here: for `describe.each`. */
export function databaseKinds(): readonly DatabaseKind[] {
  return mayUsePostgres() ? [SQLITE, POSTGRES] : [SQLITE];
}

/**
 * For tests that hold on every kind of database. Called after the `afterEach` of those that use the database, because
 * it closes it in one.
 *
 * @param use - is given an empty database before each test
 * @returns takes the place of `describe`
 */
export function forEachDatabase<DB>(
  use: (database: OpenDatabase<DB>) => unknown,
): (name: string, tests: () => void) => void {
  let database: OpenDatabase<DB> | undefined;
  afterEach(async () => {
    await database?.close();
    database = undefined;
  });
  return (name, tests) => {
    describe.each(databaseKinds())(`${name} ($name)`, ({ open }) => {
      beforeEach(async () => {
        database = await open<DB>();
        await use(database);
      });
      tests();
    });
  };
}
