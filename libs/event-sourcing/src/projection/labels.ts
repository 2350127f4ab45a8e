import { SchemaModule } from 'kysely';
import { rowWriter } from './batch-statement';
import type { AnyKysely } from './database';

/** One entry of the labels of an object: lists find the object by it. */
export interface LabelRow {
  /** Id of the object. */
  readonly owner: string;
  readonly account: string;
  /** 0 or 1. */
  readonly livemode: number;
  readonly key: string;
  readonly value: string;
}

/** The rows for the labels of an object: none where it has none. */
export function labelsOf(
  { owner, account, livemode }: { readonly owner: string; readonly account: string; readonly livemode: boolean },
  labels: Readonly<Record<string, string>> = {},
): readonly LabelRow[] {
  return Object.entries(labels).map(([key, value]) => ({ owner, account, livemode: livemode ? 1 : 0, key, value }));
}

/** Makes a statement that inserts rows of a table of labels. */
export function labelWriter(table: string): ReturnType<typeof rowWriter<LabelRow>> {
  return rowWriter<LabelRow>({
    table,
    columns: ['owner', 'account', 'livemode', 'key', 'value'],
    onConflict: { key: ['owner', 'key'], update: ['value'] },
  });
}

/** Creates a table of labels where it is absent, with an index that has the owners of one label in order. */
export async function createLabelTable(db: AnyKysely, table: string): Promise<void> {
  const schema = new SchemaModule(db.getExecutor());
  await schema
    .createTable(table)
    .ifNotExists()
    .addColumn('owner', 'varchar(64)', (column) => column.notNull())
    .addColumn('account', 'varchar(64)', (column) => column.notNull())
    .addColumn('livemode', 'integer', (column) => column.notNull())
    .addColumn('key', 'varchar(40)', (column) => column.notNull())
    .addColumn('value', 'varchar(500)', (column) => column.notNull())
    .addPrimaryKeyConstraint(`${table}_key`, ['owner', 'key'])
    .execute();
  await schema
    .createIndex(`${table}_values`)
    .ifNotExists()
    .on(table)
    .columns(['account', 'livemode', 'key', 'value', 'owner'])
    .execute();
}
