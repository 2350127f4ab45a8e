import { Client } from 'pg';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { mayUsePostgres, startPostgres } from '../testing/servers/postgres';
import { newEvents } from '../testing/event-store-contract/fixture';
import { PostgresEventStore } from './postgres-event-store';
import { WriterSession } from './writer-session';

(mayUsePostgres() ? describe : describe.skip)('a synchronous replica that is away', () => {
  let server: { readonly url: string; readonly pid: number };
  let admin: Client;
  const url = (): string => server.url.replace(/postgres$/, 'utf');

  beforeAll(async () => {
    server = await startPostgres();
    const first = new Client(server.url);
    await first.connect();
    await first.query('create database utf');
    await first.query('alter database utf set synchronous_commit = on');
    await first.query(`create database latin encoding 'LATIN1' locale 'C' locale_provider libc template template0`);
    await first.end();
    admin = new Client(url());
    await admin.connect();
    await admin.query('set synchronous_commit = off');
    await admin.query('create table notes (note text)');
  });
  afterAll(async () => {
    await admin.end();
    process.kill(server.pid, 'SIGINT');
  });

  const replica = async (name: string): Promise<void> => {
    await admin.query(`alter system set synchronous_standby_names = '${name}'`);
    await admin.query('select pg_reload_conf()');
    await eventually(async () => {
      const { rows } = await admin.query<{ synchronous_standby_names: string }>('show synchronous_standby_names');
      return rows[0]?.synchronous_standby_names === name;
    });
  };
  /** The server learns it a moment after the setting has changed: then a commit waits. */
  const replicaGoes = async (): Promise<void> => {
    await replica('nobody');
    const probe = new Client({ connectionString: url(), application_name: 'probe' });
    await probe.connect();
    let isWaiting = false;
    await eventually(async () => {
      if (!isWaiting) {
        isWaiting = true;
        const ended = (): void => void (isWaiting = false);
        probe.query(`insert into notes values ('probe')`).then(ended, ended);
      }
      const waiting = `select from pg_stat_activity where application_name = 'probe' and wait_event = 'SyncRep'`;
      return (await admin.query(waiting)).rows.length > 0;
    });
    // It ends when the replica is back.
    probe.end().catch(() => undefined);
  };
  const sessions = async (): Promise<number> => {
    const { rows } = await admin.query(
      `select from pg_stat_activity where application_name = 'stablecoin event store'`,
    );
    return rows.length;
  };
  const insert = (session: WriterSession): Promise<number> =>
    session.change({ text: `insert into notes values ('paid')` });
  afterEach(async () => {
    await replica('');
    await eventually(async () => (await sessions()) === 0);
  });

  it('keeps one session waiting, tells whoever waits for it, and ends with its answer', async () => {
    const said: string[] = [];
    const session = await WriterSession.connect(url(), { answerMs: 100, whenSlow: (reason) => said.push(reason) > 0 });
    await session.rows(`set search_path = public`);
    await replicaGoes();
    const change = insert(session);
    await eventually(() => said.length > 3);
    expect(await sessions()).toBe(1);
    expect(said[0]).toBe('the database has not finished a write yet; a synchronous replica may be away');
    await replica('');
    expect(await change).toBe(1);
    session.end();
  });

  it('lets no second session wait beside one whose connection broke', async () => {
    const session = await WriterSession.connect(url(), { answerMs: 100 });
    await session.rows(`set search_path = public`);
    await replicaGoes();
    insert(session).catch(() => undefined);
    await eventually(() => session.isAtWork());
    session.end();
    expect(session.isLost).toBe(true);
    expect(await session.isAtWork()).toBe(true);
    await replica('');
    await eventually(async () => !(await session.isAtWork()));
  });

  it('gives up when it is to, as at a stop', async () => {
    const session = await WriterSession.connect(url(), { answerMs: 100, whenSlow: () => false });
    await session.rows(`set search_path = public`);
    await replicaGoes();
    await expect(insert(session)).rejects.toMatchObject({ code: 'database_unavailable' });
    expect(session.isLost).toBe(true);
  });

  it('takes no database that cannot hold every text', async () => {
    const latin = server.url.replace(/postgres$/, 'latin');
    await expect(PostgresEventStore.open(latin)).rejects.toMatchObject({ code: 'database_encoding' });
    await expect(PostgresEventStore.open(latin)).rejects.toThrow(`the encoding LATIN1, and has to have UTF8`);
  });

  it('a group of writes that the database refuses ends the writer, and is not tried for ever', async () => {
    const lost: string[] = [];
    const store = await PostgresEventStore.open(url(), { lost: ({ message }) => lost.push(message) });
    await admin.query(`alter table event_store.events add constraint refused check (stream <> 'bad-1')`);
    await expect(store.append('bad-1', 'none', newEvents(1))).rejects.toThrow();
    await eventually(() => lost.length > 0);
    expect(lost[0]).toMatch(/the database refuses a write: .*refused/);
    await admin.query('alter table event_store.events drop constraint refused');
    await store.close();
  });
});
