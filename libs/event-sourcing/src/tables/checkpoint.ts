import { QueryCreator, SchemaModule } from 'kysely';
import type { Kysely } from 'kysely';
import { FencedError } from '../errors';
import { BatchStatement } from './batch-statement';
import { changeTables } from './change-tables';
import type { AnyKysely } from '../ports/open-database';

/** The progress of a subscription. */
export interface Checkpoint {
  readonly position: number;
  /** Version of the projection that reached the position. */
  readonly version: number;
}

interface CheckpointTables {
  readonly checkpoints: { readonly name: string; readonly position: number; readonly version: number };
}

/** Compiled once, because every transaction of every projector begins with it. */
const MOVE = new BatchStatement<
  CheckpointTables,
  { readonly name: string; readonly from: Checkpoint; readonly to: Checkpoint }
>({
  build: (queries) =>
    queries
      .updateTable('checkpoints')
      .set({ position: 0, version: 0 })
      .where('name', '=', '')
      .where('position', '=', 0)
      .where('version', '=', 0),
  parameters: ([move]) =>
    move === undefined ? [] : [move.to.position, move.to.version, move.name, move.from.position, move.from.version],
});

/** Creates the table of checkpoints if it is missing. */
export async function createCheckpointTable(db: AnyKysely): Promise<void> {
  await new SchemaModule(db.getExecutor())
    .createTable('checkpoints')
    .ifNotExists()
    .addColumn('name', 'varchar(255)', (column) => column.primaryKey())
    .addColumn('position', 'bigint', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .execute();
}

/** Reads a checkpoint; undefined if it was never written. */
export async function readCheckpoint(db: AnyKysely, name: string): Promise<Checkpoint | undefined> {
  const row = await tables(db).selectFrom('checkpoints').selectAll().where('name', '=', name).executeTakeFirst();
  return row === undefined ? undefined : { position: row.position, version: row.version };
}

/** The checkpoint of a database that has come furthest; undefined where there is none. */
export async function furthestCheckpoint(
  db: Kysely<unknown>,
): Promise<{ readonly name: string; readonly position: number } | undefined> {
  await changeTables(db, createCheckpointTable);
  const rows = tables(db).selectFrom('checkpoints').select(['name', 'position']);
  return rows.orderBy('position', 'desc').limit(1).executeTakeFirst();
}

/** Deletes the checkpoints of a database that are beyond a position: what they are of begins again. */
export async function forgetCheckpointsBeyond(db: Kysely<unknown>, position: number): Promise<void> {
  await changeTables(db, createCheckpointTable);
  await tables(db).deleteFrom('checkpoints').where('position', '>', position).execute();
}

/** Sets a checkpoint, regardless of its current position. */
export async function resetCheckpoint(db: AnyKysely, name: string, { position, version }: Checkpoint): Promise<void> {
  await tables(db)
    .insertInto('checkpoints')
    .values({ name, position, version })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ position, version }))
    .execute();
}

/**
 * Advances a checkpoint from the position at which this instance left it (protocol rule 27: a lease alone is no fence).
 *
 * @throws {@link FencedError} when it is at another position: another instance has taken over
 */
export async function moveCheckpoint(db: AnyKysely, name: string, from: Checkpoint, to: Checkpoint): Promise<void> {
  if ((await MOVE.write(db, [{ name, from, to }])) !== 1) throw new FencedError(name);
}

function tables(db: AnyKysely): QueryCreator<CheckpointTables> {
  return new QueryCreator({ executor: db.getExecutor() });
}
