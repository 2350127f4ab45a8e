import { setImmediate } from 'node:timers/promises';
import { QueryCreator, sql } from 'kysely';
import type { Compilable, CompiledQuery, DialectAdapter, QueryResult } from 'kysely';
import type { AnyKysely } from '../ports/open-database';

/** Numbers of items that a statement is compiled for. */
const SIZES = [64, 16, 4, 1] as const;
/** A statement with this many rows takes about a millisecond, and other work may wait for the thread. */
const LONG = SIZES[0];

/** A statement on any number of items: rows to write, or keys to look up. */
export interface BatchStatementOptions<DB, Item> {
  /** Builds the statement for a number of items. {@link parameters} replaces the values that it is built with. */
  readonly build: (queries: QueryCreator<DB>, count: number) => Compilable;
  /** The parameters for these items, in the order of the statement. */
  readonly parameters: (items: readonly Item[]) => readonly unknown[];
}

/**
 * Runs a statement on any number of items, in slices of a few fixed sizes. Building, compiling and preparing a query costs
 * several times as much as running it, and this way it happens once per size. It yields to the event loop between long
 * slices.
 */
export class BatchStatement<DB, Item, Row = never> {
  readonly #options: BatchStatementOptions<DB, Item>;
  /** By dialect, since each has its own SQL. */
  readonly #compiled = new WeakMap<DialectAdapter, Map<number, CompiledQuery<Row>>>();

  constructor(options: BatchStatementOptions<DB, Item>) {
    this.#options = options;
  }

  /** @returns the rows of all slices */
  async run(db: AnyKysely, items: readonly Item[]): Promise<readonly Row[]> {
    const found: Row[] = [];
    await this.#execute(db, items, ({ rows }) => void found.push(...rows));
    return found;
  }

  /** @returns the number of rows that all slices have written */
  async write(db: AnyKysely, items: readonly Item[]): Promise<number> {
    let written = 0;
    await this.#execute(db, items, ({ numAffectedRows = 0n }) => void (written += Number(numAffectedRows)));
    return written;
  }

  async #execute(db: AnyKysely, items: readonly Item[], take: (result: QueryResult<Row>) => void): Promise<void> {
    const executor = db.getExecutor();
    let start = 0;
    for (const size of SIZES) {
      while (items.length - start >= size) {
        const parameters = this.#options.parameters(items.slice(start, start + size));
        take(await executor.executeQuery<Row>({ ...this.#statement(db, size), parameters }));
        start += size;
        if (size === LONG) await setImmediate();
      }
    }
  }

  #statement(db: AnyKysely, size: number): CompiledQuery<Row> {
    const executor = db.getExecutor();
    const sizes = this.#compiled.get(executor.adapter) ?? new Map<number, CompiledQuery<Row>>();
    this.#compiled.set(executor.adapter, sizes);
    let statement = sizes.get(size);
    if (statement === undefined) {
      statement = this.#options.build(new QueryCreator<DB>({ executor }), size).compile();
      sizes.set(size, statement);
    }
    return statement;
  }
}

/** How rows are written. */
export interface RowWriterOptions<Column extends string> {
  readonly table: string;
  readonly columns: readonly Column[];
  /** What to do with rows that exist. Default: an error. */
  readonly onConflict?: { readonly key: readonly Column[]; readonly update: readonly Column[] };
}

/**
 * Makes a statement that inserts rows. One call must not have two rows with the same key: PostgreSQL refuses to write one
 * row twice.
 */
export function rowWriter<Row extends object>({
  table,
  columns,
  onConflict,
}: RowWriterOptions<keyof Row & string>): BatchStatement<Record<string, Record<string, unknown>>, Row> {
  const sample = Object.fromEntries(columns.map((column) => [column, null]));
  return new BatchStatement({
    build: (queries, count) => {
      const insert = queries.insertInto(table).values(Array.from({ length: count }, () => sample));
      if (onConflict === undefined) return insert;
      return insert.onConflict((conflict) =>
        conflict
          .columns(onConflict.key)
          .doUpdateSet((row) =>
            Object.fromEntries(onConflict.update.map((column) => [column, row.ref(`excluded.${column}`)])),
          ),
      );
    },
    parameters(rows) {
      const values: unknown[] = [];
      for (const row of rows) for (const column of columns) values.push(row[column]);
      return values;
    },
  });
}

/** Makes a statement that selects rows by a key. */
export function rowsByKey<Row extends object>(
  table: string,
  key: keyof Row & string,
): BatchStatement<Record<string, Record<string, unknown>>, string, Row> {
  return new BatchStatement({
    build: (queries, count) =>
      queries.selectFrom(table).selectAll().where(sql.ref<string>(key), 'in', Array<string>(count).fill('')),
    parameters: (keys) => keys,
  });
}
