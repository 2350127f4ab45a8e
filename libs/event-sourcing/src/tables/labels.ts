import { SchemaModule, sql } from 'kysely';
import type { RawBuilder, SelectQueryBuilder, SqlBool } from 'kysely';
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

/**
 * Adds a {@link LabelFilter} to a query. The first label is joined, because its index has the objects in list order. The
 * others are looked up per object.
 *
 * @returns the query, and the column to page and order by
 */
export function filterByLabels<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  { table, id, account, livemode, labels }: LabelFilter,
): { readonly query: SelectQueryBuilder<DB, TB, O>; readonly cursor: RawBuilder<string> } {
  const [first, ...others] = Object.entries(labels);
  const owner = sql.ref(id);
  if (first === undefined) return { query, cursor: sql.ref<string>(id) };
  const [key, value] = first;
  // Any tables will do: the columns below are named in SQL.
  const joined = (query as unknown as SelectQueryBuilder<{ readonly objects: object }, 'objects', O>)
    .innerJoin(sql<LabelRow>`${sql.table(table)}`.as('label'), (join) =>
      join.on(sql<SqlBool>`${sql.ref('label.owner')} = ${owner}`),
    )
    .where(sql<SqlBool>`${sql.ref('label.account')} = ${account}`)
    .where(sql<SqlBool>`${sql.ref('label.livemode')} = ${livemode ? 1 : 0}`)
    .where(sql<SqlBool>`${sql.ref('label.key')} = ${key}`)
    .where(sql<SqlBool>`${sql.ref('label.value')} = ${value}`);
  const filtered = others.reduce(
    (narrowed, [otherKey, otherValue]) =>
      narrowed.where(
        sql<SqlBool>`exists (select 1 from ${sql.table(table)} as other
          where other.owner = ${owner} and other.key = ${otherKey} and other.value = ${otherValue})`,
      ),
    joined,
  );
  // The join adds no columns to the result.
  return { query: filtered as unknown as SelectQueryBuilder<DB, TB, O>, cursor: sql.ref<string>('label.owner') };
}
