import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { openDatabase } from './open-database';

interface Tables {
  readonly things: { readonly id: number; readonly name: string };
}

async function create(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('things')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .execute();
}

describe('openDatabase', () => {
  it.each(['mysql://user:secret@host/db', 'file.db', 'sqlite:', ''])('refuses %p, and repeats no password', (url) => {
    expect(() => openDatabase(url)).toThrow('a database is "sqlite:<file>", "sqlite::memory:" or "postgres://…"');
    expect(() => openDatabase(url)).not.toThrow('secret');
  });

  it('names a file that is no database', () => {
    const folder = mkdtempSync(join(tmpdir(), 'database-'));
    const file = join(folder, 'payment.db');
    writeFileSync(file, 'This is a letter, and longer than the header of a database is. '.repeat(20));
    expect(() => openDatabase(`sqlite:${file}`)).toThrow(
      `the database ${file} cannot be opened: SqliteError: file is not a database`,
    );
    rmSync(folder, { recursive: true });
  });

  it('keeps a file with a write-ahead log, whose last transactions a crash may take', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'database-'));
    const database = openDatabase<Tables>(`sqlite:${join(folder, 'a.db')}`);
    const { db } = database;
    const pragma = async (name: string): Promise<unknown> => {
      const { rows } = await sql.raw<Record<string, unknown>>(`pragma ${name}`).execute(db);
      return Object.values(rows[0] ?? {})[0];
    };
    expect(await pragma('journal_mode')).toBe('wal');
    expect(await pragma('synchronous')).toBe(1);
    expect(await pragma('busy_timeout')).toBe(5_000);
    await create(db);
    await db.insertInto('things').values({ id: 1, name: 'one' }).execute();
    await database.close();
    const reopened = openDatabase<Tables>(`sqlite:${join(folder, 'a.db')}`);
    expect(await reopened.db.selectFrom('things').selectAll().execute()).toEqual([{ id: 1, name: 'one' }]);
    await reopened.close();
    rmSync(folder, { recursive: true });
  });

  it('uses a prepared statement again, also after it has failed and after its table was made anew', async () => {
    const database = openDatabase<Tables>('sqlite::memory:');
    const { db } = database;
    await create(db);
    const insert = (id: number): Promise<unknown> => db.insertInto('things').values({ id, name: 'x' }).execute();
    const ids = async (): Promise<number[]> =>
      (await db.selectFrom('things').select('id').orderBy('id').execute()).map(({ id }) => id);
    await insert(1);
    await expect(insert(1)).rejects.toThrow(/UNIQUE/);
    await insert(2);
    expect(await ids()).toEqual([1, 2]);
    await db.transaction().execute(async (trx) => {
      await trx.schema.dropTable('things').execute();
      await create(trx);
    });
    await insert(3);
    expect(await ids()).toEqual([3]);
    await database.close();
  });

  it('undoes a transaction for which there is no room, says why, and goes on', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'database-'));
    const database = openDatabase<Tables>(`sqlite:${join(folder, 'a.db')}`);
    const { db } = database;
    await create(db);
    await db.insertInto('things').values({ id: 1, name: 'one' }).execute();
    await sql`pragma max_page_count = 10`.execute(db);
    const insert = (id: number, name: string): Promise<void> =>
      db.transaction().execute(async (trx) => {
        await trx.insertInto('things').values({ id, name }).execute();
      });
    await expect(insert(2, 'x'.repeat(100_000))).rejects.toThrow('database or disk is full');
    await insert(3, 'three');
    expect(await db.selectFrom('things').select('id').orderBy('id').execute()).toEqual([{ id: 1 }, { id: 3 }]);
    await database.close();
    rmSync(folder, { recursive: true });
  });
});
