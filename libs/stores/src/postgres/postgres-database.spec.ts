import { rmSync } from 'node:fs';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { freshPostgres, mayUsePostgres, runPostgres, startPostgres } from '../testing/servers/postgres';
import { freePort } from '../../../../infra/local/ports';
import { changeTables } from '@stablecoin/event-sourcing';
import { DatabaseUnavailableError } from './errors';
import { openPostgres } from './postgres-database';

interface Tables {
  readonly things: { readonly id: string; readonly at: number | null };
}

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

function open(url: string, schema = 'things', connectionsMax?: number): Kysely<Tables> {
  const { db, close } = openPostgres<Tables>(url, { schema, ...(connectionsMax && { connectionsMax }) });
  closing.push(close);
  return db;
}

function createThings(db: Kysely<Tables>): Promise<void> {
  return db.schema
    .createTable('things')
    .ifNotExists()
    .addColumn('id', 'varchar(4)', (column) => column.primaryKey())
    .addColumn('at', 'bigint')
    .execute();
}

async function ids(db: Kysely<Tables>): Promise<string[]> {
  return (await db.selectFrom('things').select('id').orderBy('id').execute()).map(({ id }) => id);
}

const insert = (db: Kysely<Tables>, id: string, at: number | null = null) =>
  db.insertInto('things').values({ id, at }).execute();

(mayUsePostgres() ? describe : describe.skip)('a database of PostgreSQL', () => {
  let url: string;
  beforeAll(async () => {
    url = await freshPostgres();
  });

  it('answers as SQLite does: text in the order of its bytes, whatever the server’s own order, and of any length', async () => {
    const db = open(url, 'texts');
    const order = await sql<{ less: boolean }>`select 'a' < 'B' as less`.execute(db);
    expect(order.rows).toEqual([{ less: true }]);
    await createThings(db);
    const texts = ['B', 'a', 'pay_01a', 'pay_01B', 'é', '#1', 'longer than the column says'];
    for (const id of texts) await insert(db, id);
    const byBytes = [...texts].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    expect(await ids(db)).toEqual(byBytes);
    const after = await db.selectFrom('things').select('id').where('id', '>', 'a').orderBy('id').execute();
    expect(after.map(({ id }) => id)).toEqual(byBytes.slice(byBytes.indexOf('a') + 1));
  });

  it('answers as SQLite does: positions and times are numbers, and what is none is refused', async () => {
    const db = open(url, 'numbers');
    await createThings(db);
    await insert(db, 'a', Number.MAX_SAFE_INTEGER);
    expect(await db.selectFrom('things').selectAll().execute()).toEqual([{ id: 'a', at: Number.MAX_SAFE_INTEGER }]);
    await sql`update things set at = at + 1`.execute(db);
    await expect(db.selectFrom('things').selectAll().execute()).rejects.toThrow(RangeError);
    expect(await ids(db)).toEqual(['a']);
  });

  it('takes a text with a NUL, which PostgreSQL cannot hold: it must hold up no projection', async () => {
    const db = open(url, 'nul');
    await createThings(db);
    await insert(db, 'a\0b');
    expect(await ids(db)).toEqual(['a\uFFFDb']);
    expect(await db.selectFrom('things').select('id').where('id', '=', 'a\0b').execute()).toHaveLength(1);
  });

  it('keeps services apart, each in a schema of its own', async () => {
    const [payment, wallet] = [open(url, 'payment'), open(url, 'wallet')];
    await createThings(payment);
    await createThings(wallet);
    await insert(payment, 'p');
    expect(await ids(wallet)).toEqual([]);
  });

  it('is opened, and its tables made, by several instances at once', async () => {
    const instances = Array.from({ length: 6 }, () => open(url, 'together'));
    await Promise.all(instances.map((db) => changeTables(db, createThings)));
    await Promise.all(instances.map((db, n) => insert(db, `${n}`)));
    expect(await ids(instances[0]!)).toHaveLength(6);
  });

  it('takes the options of the URL along', async () => {
    const db = open(`${url}?options=-c%20work_mem%3D7MB`, 'options');
    const { rows } = await sql`select current_setting('work_mem') as memory, current_schema() as own`.execute(db);
    expect(rows).toEqual([{ memory: '7MB', own: 'options' }]);
  });

  it('has no more connections than it may have; who comes later waits', async () => {
    const db = open(url, 'bounded', 2);
    let most = 0;
    const count = async (): Promise<void> => {
      const counted = await sql<{ open: number }>`
        select count(*) as open, pg_sleep(0.01) from pg_stat_activity
        where application_name = 'stablecoin bounded'`.execute(db);
      most = Math.max(most, counted.rows[0]?.open ?? 0);
    };
    await Promise.all(Array.from({ length: 10 }, count));
    expect(most).toBe(2);
  });

  it('uses a prepared statement again, also after it has failed and after its table was made anew, with other columns', async () => {
    const db = open(url, 'prepared', 1);
    const first = (): Promise<unknown> => db.selectFrom('things').selectAll().where('id', '=', 'a').executeTakeFirst();
    await expect(first()).rejects.toThrow('relation "things" does not exist');
    await createThings(db);
    await insert(db, 'a');
    await expect(insert(db, 'a')).rejects.toThrow('duplicate key');
    expect(await first()).toEqual({ id: 'a', at: null });
    await db.transaction().execute(async (trx) => {
      await trx.schema.dropTable('things').execute();
      await trx.schema.createTable('things').addColumn('id', 'text').addColumn('at', 'text').execute();
    });
    await sql`insert into things values ('a', 'noon')`.execute(db);
    // The one connection that has the outdated plan is given up for it.
    await expect(first()).rejects.toThrow(DatabaseUnavailableError);
    expect(await first()).toEqual({ id: 'a', at: 'noon' });
  });

  it('says of a statement that is wrong that it is wrong, and of one that took too long that it may pass', async () => {
    const db = open(url, 'wrong', 1);
    await expect(sql`select 1 / 0`.execute(db)).rejects.toMatchObject({ code: '22012' });
    const late = db.connection().execute(async (connection) => {
      await sql`set statement_timeout = 1`.execute(connection);
      await sql`select pg_sleep(5)`.execute(connection);
    });
    await expect(late).rejects.toMatchObject({ retry: 'always', cause: { code: '57014' } });
  });
});

(mayUsePostgres() ? describe : describe.skip)('a server of PostgreSQL that goes away', () => {
  it('makes what is asked meanwhile fail as transient, without its password, and is used again when it is back', async () => {
    const port = await freePort();
    const db = open(`postgres://postgres:hidden@127.0.0.1:${port}/postgres`, 'away');
    const ask = () => sql`select 1 as one`.execute(db);
    await expect(ask()).rejects.toMatchObject({ retry: 'always', cause: { code: 'ECONNREFUSED' } });
    await expect(ask()).rejects.not.toThrow('hidden');

    let server = await startPostgres(port);
    closing.unshift(() => eventually(() => isGone(server.pid)).then(() => rmSync(server.data, { recursive: true })));
    expect((await ask()).rows).toEqual([{ one: 1 }]);
    const underWay = db.transaction().execute(async (trx) => {
      process.kill(server.pid, 'SIGQUIT');
      await sql`select pg_sleep(60)`.execute(trx);
    });
    await expect(underWay).rejects.toMatchObject({ retry: 'always' });
    await expect(ask()).rejects.toMatchObject({ retry: 'always' });

    await eventually(() => isGone(server.pid));
    server = { ...server, ...(await runPostgres({ data: server.data, port })) };
    expect((await ask()).rows).toEqual([{ one: 1 }]);
  });
});

/** Asks a server to end, and says whether it has. */
function isGone(pid: number): boolean {
  try {
    return !process.kill(pid, 'SIGQUIT');
  } catch {
    return true;
  }
}
