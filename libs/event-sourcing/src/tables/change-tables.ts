import { PostgresAdapter, sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';

/**
 * Creates or drops tables in one transaction. Instances that start at the same time take turns: in PostgreSQL the second of
 * two concurrent `create table if not exists` may fail.
 */
export function changeTables<DB, T>(db: Kysely<DB>, change: (trx: Transaction<DB>) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    if (trx.getExecutor().adapter instanceof PostgresAdapter) {
      await sql`select pg_advisory_xact_lock(hashtextextended('tables of ' || current_schema(), 0))`.execute(trx);
    }
    return change(trx);
  });
}
