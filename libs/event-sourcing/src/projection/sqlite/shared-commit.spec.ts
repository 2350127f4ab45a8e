import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { OpenDatabase } from '../open-database';
import { openSqlite } from './sqlite-database';

interface Tables {
  readonly things: { readonly id: number; readonly name: string };
}

let folder: string;
let database: OpenDatabase<Tables>;
let db: Kysely<Tables>;
/** What a crash would leave. */
let other: Database.Database;

/** Longer than a transaction waits for others. */
const LATER_MS = 1_100;

beforeEach(async () => {
  jest.useFakeTimers();
  folder = mkdtempSync(join(tmpdir(), 'shared-commit-'));
  const file = join(folder, 'a.db');
  database = openSqlite<Tables>(file);
  db = database.db;
  await db.schema
    .createTable('things')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .execute();
  other = new Database(file);
});

afterEach(async () => {
  jest.restoreAllMocks();
  jest.useRealTimers();
  other.close();
  await database.close();
  rmSync(folder, { recursive: true });
});

const insert = (id: number, into: Kysely<Tables> = db): Promise<unknown> =>
  into.insertInto('things').values({ id, name: 'x' }).execute();
const together = (...ids: number[]): Promise<void> =>
  db.transaction().execute(async (trx) => {
    for (const id of ids) await insert(id, trx);
  });
const seen = async (): Promise<number[]> =>
  (await db.selectFrom('things').select('id').orderBy('id').execute()).map(({ id }) => id);
const committed = (): number[] =>
  (other.prepare('select id from things order by id').all() as { readonly id: number }[]).map(({ id }) => id);

/** As SQLite does where the disk is full: what was to be committed is undone. */
function failCommits(): { readonly stop: () => void } {
  const spy = jest.spyOn(Database.prototype, 'exec').mockImplementation(function (this: Database.Database, source) {
    this.prepare(source === 'commit' ? 'rollback' : source).run();
    if (source === 'commit') throw new Error('database or disk is full');
    return this;
  });
  return { stop: () => spy.mockRestore() };
}

describe('transactions of a SQLite database', () => {
  it('are seen here at once, and committed together a moment later', async () => {
    const exec = jest.spyOn(Database.prototype, 'exec');
    await together(1);
    await together(2);
    expect(await seen()).toEqual([1, 2]);
    expect(committed()).toEqual([]);
    jest.advanceTimersByTime(LATER_MS);
    expect(committed()).toEqual([1, 2]);
    expect(exec.mock.calls.filter(([source]) => source === 'commit')).toHaveLength(1);
  });

  it('are committed when the database is closed', async () => {
    await together(1);
    await database.close();
    expect(committed()).toEqual([1]);
  });

  it('are undone one by one', async () => {
    await together(1);
    await expect(together(2, 1)).rejects.toThrow(/UNIQUE/);
    await together(3);
    expect(await seen()).toEqual([1, 3]);
    jest.advanceTimersByTime(LATER_MS);
    expect(committed()).toEqual([1, 3]);
  });

  it('are not committed in the middle', async () => {
    await together(1);
    await db.transaction().execute(async (trx) => {
      await insert(2, trx);
      jest.advanceTimersByTime(LATER_MS);
      expect(committed()).toEqual([]);
      await insert(3, trx);
    });
    expect(committed()).toEqual([1, 2, 3]);
  });

  it('leave nothing behind when the database is closed in the middle', async () => {
    await together(1);
    const closed = db.transaction().execute(async (trx) => {
      await insert(2, trx);
      await database.close();
      await insert(3, trx);
    });
    await expect(closed).rejects.toThrow();
    expect(committed()).toEqual([1]);
  });

  it('are committed at once with a statement by itself', async () => {
    await together(1);
    await insert(2);
    expect(committed()).toEqual([1, 2]);
  });
});

describe('a commit that fails', () => {
  it('takes nothing away, and is told to the next transaction, until it succeeds', async () => {
    const failing = failCommits();
    await together(1, 2);
    jest.advanceTimersByTime(LATER_MS);
    expect(committed()).toEqual([]);
    expect(await seen()).toEqual([1, 2]);
    await expect(together(3)).rejects.toThrow('disk is full');
    await expect(together(3)).rejects.toThrow('disk is full');
    expect(await seen()).toEqual([1, 2]);
    failing.stop();
    await together(3);
    expect(committed()).toEqual([1, 2]);
    expect(await seen()).toEqual([1, 2, 3]);
  });

  it('repeats also what returns rows', async () => {
    const failing = failCommits();
    await together(1);
    await db.transaction().execute(async (trx) => {
      await trx.updateTable('things').set({ id: 2 }).where('id', '=', 1).returning('id').execute();
    });
    jest.advanceTimersByTime(LATER_MS);
    failing.stop();
    await together(3);
    expect(committed()).toEqual([2]);
  });

  it('undoes a statement by itself, and nothing else', async () => {
    const failing = failCommits();
    await together(1);
    await expect(insert(2)).rejects.toThrow('disk is full');
    expect(await seen()).toEqual([1]);
    failing.stop();
    await insert(3);
    expect(committed()).toEqual([1, 3]);
  });

  it('loses what was not committed when the database is closed, and says so', async () => {
    await together(1);
    failCommits();
    await expect(database.close()).rejects.toThrow('disk is full');
    expect(committed()).toEqual([]);
    jest.restoreAllMocks();
    await database.close();
  });
});

it('undoes one transaction alone for which there is no room', async () => {
  await together(1);
  await sql`pragma max_page_count = 10`.execute(db);
  const large = db.transaction().execute(async (trx) => {
    await insert(2, trx);
    await trx
      .insertInto('things')
      .values({ id: 3, name: 'x'.repeat(100_000) })
      .execute();
  });
  await expect(large).rejects.toThrow('full');
  expect(await seen()).toEqual([1]);
  await together(4);
  jest.advanceTimersByTime(LATER_MS);
  expect(committed()).toEqual([1, 4]);
});
