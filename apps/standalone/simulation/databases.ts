import { openDatabase } from '@stablecoin/event-sourcing';
import type { OpenDatabase } from '@stablecoin/event-sourcing';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** The databases of the services: SQLite in memory. Opened once and emptied for every run, which is quicker. */
export class Databases {
  readonly #open = new Map<string, OpenDatabase<unknown>>();

  get<DB>(name: string): Kysely<DB> {
    let database = this.#open.get(name);
    if (database === undefined) {
      database = openDatabase<unknown>('sqlite::memory:');
      this.#open.set(name, database);
    }
    return database.db as unknown as Kysely<DB>;
  }

  /** As they were when they were new, but for the tables that are there already. */
  async empty(): Promise<void> {
    for (const { db } of this.#open.values()) {
      for (const { name } of (await db.introspection.getTables()).filter(({ name }) => name !== 'checkpoints')) {
        await sql`delete from ${sql.table(name)}`.execute(db);
      }
      // A read model that is complete at the first position is followed from there, without being made anew.
      await sql`delete from checkpoints where name like 'relay %'`.execute(db);
      await sql`update checkpoints set position = 0`.execute(db);
    }
  }

  async close(): Promise<void> {
    for (const { close } of this.#open.values()) await close();
    this.#open.clear();
  }
}
