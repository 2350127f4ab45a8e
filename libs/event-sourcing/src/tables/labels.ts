import { SchemaModule, sql } from 'kysely';
import type { AliasedRawBuilder, JoinBuilder, RawBuilder, SqlBool } from 'kysely';
import { rowWriter } from './batch-statement';
import type { AnyKysely } from '../ports/open-database';

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

/** Restricts a query to objects with all of some labels. */
export interface LabelFilter {
  /** The table of labels. */
  readonly table: string;
  /** The id column of the objects, such as `payments.id`. */
  readonly id: string;
  readonly account: string;
  readonly livemode: boolean;
  readonly labels: Readonly<Record<string, string>>;
}

/** A {@link LabelFilter} as parts of a query. */
export interface LabelSearch {
  /** To join. */
  readonly table: AliasedRawBuilder<LabelRow, 'label'>;
  readonly on: <DB, TB extends keyof DB>(join: JoinBuilder<DB, TB>) => JoinBuilder<DB, TB>;
  readonly where: readonly RawBuilder<SqlBool>[];
  /** The column to page and order by. */
  readonly cursor: RawBuilder<string>;
}

/**
 * Searches by labels. The first label is joined, because its index has the objects in list order. The others are looked up
 * per object.
 *
 * @returns undefined where no label is asked for
 */
export function labelSearch({ table, id, account, livemode, labels }: LabelFilter): LabelSearch | undefined {
  const [first, ...others] = Object.entries(labels);
  if (first === undefined) return undefined;
  const owner = sql.ref(id);
  const [key, value] = first;
  return {
    table: sql<LabelRow>`${sql.table(table)}`.as('label'),
    on: (join) => join.on(sql<SqlBool>`${sql.ref('label.owner')} = ${owner}`),
    where: [
      sql<SqlBool>`${sql.ref('label.account')} = ${account}`,
      sql<SqlBool>`${sql.ref('label.livemode')} = ${livemode ? 1 : 0}`,
      sql<SqlBool>`${sql.ref('label.key')} = ${key}`,
      sql<SqlBool>`${sql.ref('label.value')} = ${value}`,
      ...others.map(
        ([otherKey, otherValue]) =>
          sql<SqlBool>`exists (select 1 from ${sql.table(table)} as other
          where other.owner = ${owner} and other.key = ${otherKey} and other.value = ${otherValue})`,
      ),
    ],
    cursor: sql.ref<string>('label.owner'),
  };
}
