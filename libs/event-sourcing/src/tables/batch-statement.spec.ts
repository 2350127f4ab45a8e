import type { Kysely } from 'kysely';
import { rowWriter, rowsByKey } from './batch-statement';
import { openDatabase } from '@stablecoin/stores';
import { forEachDatabase } from '@stablecoin/stores/testing';

interface Jar {
  readonly id: string;
  readonly owner: string | null;
  readonly total: number;
}

let db: Kysely<{ jars: Jar }>;

const describeEach = forEachDatabase<{ jars: Jar }>((opened) => {
  ({ db } = opened);
  return db.schema
    .createTable('jars')
    .addColumn('id', 'varchar(64)', (column) => column.primaryKey())
    .addColumn('owner', 'text')
    .addColumn('total', 'integer', (column) => column.notNull())
    .execute();
});

const write = rowWriter<Jar>({ table: 'jars', columns: ['id', 'owner', 'total'] });
const upsert = rowWriter<Jar>({
  table: 'jars',
  columns: ['id', 'owner', 'total'],
  onConflict: { key: ['id'], update: ['total'] },
});
const byId = rowsByKey<Jar>('jars', 'id');

const jars = (count: number): Jar[] =>
  Array.from({ length: count }, (_, n) => ({ id: `jar ${n}`, owner: n % 2 === 0 ? null : `owner ${n}`, total: n }));

describeEach('a statement for any number of items', () => {
  it.each([0, 1, 2, 3, 4, 5, 17, 63, 64, 65, 200])('writes and finds %d rows', async (count) => {
    await write.run(db, jars(count));
    expect(await db.selectFrom('jars').selectAll().orderBy('total').execute()).toEqual(jars(count));
    const found = await byId.run(db, [...jars(count).map(({ id }) => id), 'nowhere']);
    expect([...found].sort((a, b) => a.total - b.total)).toEqual(jars(count));
  });

  it('lets others have their turn between the slices of many', async () => {
    let turns = 0;
    let isOver = false;
    const count = (): void => {
      turns++;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    await write.run(db, jars(64 * 5));
    isOver = true;
    expect(turns).toBeGreaterThanOrEqual(4);
  });

  it('refuses a row that is there, unless it says what becomes of it', async () => {
    await write.run(db, [{ id: 'a', owner: 'ann', total: 1 }]);
    await expect(write.run(db, [{ id: 'a', owner: 'ann', total: 2 }])).rejects.toThrow(/unique/i);
    await upsert.run(db, [{ id: 'a', owner: 'bob', total: 3 }]);
    expect(await byId.run(db, ['a'])).toEqual([{ id: 'a', owner: 'ann', total: 3 }]);
  });

  it('takes part in a transaction', async () => {
    const rolledBack = db.transaction().execute(async (trx) => {
      await write.run(trx, jars(3));
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    expect(await byId.run(db, ['jar 0', 'jar 1', 'jar 2'])).toEqual([]);
  });

  it('serves several databases', async () => {
    const other = openDatabase<{ jars: Jar }>('sqlite::memory:');
    await other.db.schema
      .createTable('jars')
      .addColumn('id', 'text')
      .addColumn('owner', 'text')
      .addColumn('total', 'integer')
      .execute();
    await write.run(db, jars(1));
    await write.run(other.db, jars(2));
    expect([await byId.run(db, ['jar 1']), await byId.run(other.db, ['jar 1'])]).toEqual([[], [jars(2)[1]]]);
    await other.close();
  });
});
