import { MemoryEventStore, openDatabase } from '@stablecoin/stores';
import { rebuildReadModel } from '@stablecoin/event-sourcing';
import type { OpenDatabase } from '@stablecoin/event-sourcing';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { GATEWAY_PROJECTIONS, PROJECTIONS } from './projections';

/** The databases of the services: SQLite in memory. Opened once and emptied for every run, which is quicker. */
export class Databases {
  readonly #open = new Map<string, OpenDatabase<unknown>>();
  readonly #tables = new Map<string, readonly string[]>();

  get<DB>(name: string): Kysely<DB> {
    let database = this.#open.get(name);
    if (database === undefined) {
      database = openDatabase<unknown>('sqlite::memory:');
      this.#open.set(name, database);
    }
    return database.db as unknown as Kysely<DB>;
  }

  /** Makes the read models, with nothing in them. */
  async create(): Promise<void> {
    const store = new MemoryEventStore();
    for (const { service, projection } of [...PROJECTIONS, ...GATEWAY_PROJECTIONS]) {
      await rebuildReadModel({ store, db: this.get(service), projection });
    }
  }

  /** As they were when they were created. */
  async empty(): Promise<void> {
    for (const [name, { db }] of this.#open) {
      for (const table of await this.tablesOf(name)) await sql`delete from ${sql.table(table)}`.execute(db);
      // A read model that is complete at the first position is followed from there, without being made anew.
      await sql`delete from checkpoints where name like 'relay %'`.execute(db);
      await sql`update checkpoints set position = 0`.execute(db);
    }
  }

  /** The tables of a read model. */
  async tablesOf(name: string): Promise<readonly string[]> {
    const known = this.#tables.get(name);
    if (known !== undefined) return known;
    const found = await this.get(name).introspection.getTables();
    const tables = found.map((table) => table.name).filter((table) => table !== 'checkpoints');
    this.#tables.set(name, tables);
    return tables;
  }

  async close(): Promise<void> {
    for (const { close } of this.#open.values()) await close();
    this.#open.clear();
    this.#tables.clear();
  }
}
