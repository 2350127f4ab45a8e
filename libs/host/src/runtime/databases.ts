import { openDatabase } from '@stablecoin/stores';
import type { AnyKysely, OpenDatabase } from '@stablecoin/event-sourcing';
import type { Configuration } from '../configuration';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Health } from '../observability';
import type { Shutdown } from './shutdown';

/** The databases of a process's services, each opened when it is first asked for and closed at the shutdown. */
export class Databases {
  readonly #opened = new Map<string, OpenDatabase<unknown>>();

  constructor(
    private readonly open: (name: string) => OpenDatabase<unknown>,
    private readonly health: Health,
    private readonly shutdown: Shutdown,
  ) {}

  /** @param name - becomes the name of a file or a schema: small letters and underscores */
  get<DB>(name: string): Kysely<DB> {
    if (!/^[a-z_]+$/.test(name)) throw new TypeError(`"${name}" is not the name of a database`);
    const { db }: { readonly db: AnyKysely } = this.#opened.get(name) ?? this.#openNew(name);
    // Which tables a database has is known to the service that asks for it by name.
    return db as Kysely<DB>;
  }

  #openNew(name: string): OpenDatabase<unknown> {
    const database = this.open(name);
    this.#opened.set(name, database);
    this.shutdown.register(`database ${name}`, () => database.close());
    this.health.register(`database ${name}`, () => sql`select 1`.execute(database.db));
    return database;
  }
}

/**
 * Opens a service's schema in a PostgreSQL. Where the events are in the same one, a crash of the server loses rows and checkpoint
 * together, and they are projected again; but a dead letter could not be made again.
 */
export function openPostgresDatabase(
  url: string,
  { eventStore, databaseConnectionsMax: connectionsMax }: Configuration,
  name: string,
): OpenDatabase<unknown> {
  const isBesideEvents = typeof eventStore === 'object' && eventStore.url === url;
  return openDatabase(url, { schema: name, connectionsMax, mayLoseLast: isBesideEvents && name !== 'messaging' });
}
