import { sql } from 'kysely';
import { openDatabase } from '../open-database';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { freshPostgres, mayUsePostgres } from '../testing/servers/postgres';
import type { HeldLease } from '@stablecoin/event-sourcing';
import { PostgresLease } from './postgres-lease';
import type { PostgresLeaseOptions } from './postgres-lease';

const never = new AbortController().signal;
/** Short enough for a test to wait for. A server that takes half of the silence to answer counts as gone, on a busy machine too. */
const SHORT = { renewMs: 20, silenceMs: 4_000 };

(mayUsePostgres() ? describe : describe.skip)('a lease of PostgreSQL', () => {
  let url: string;
  const held: HeldLease[] = [];
  beforeAll(async () => {
    url = await freshPostgres();
  });
  afterEach(() => Promise.all(held.splice(0).map((each) => each.release())));

  const lease = (options: Partial<PostgresLeaseOptions> = {}) =>
    new PostgresLease({ url, name: 'payment', ...SHORT, ...options });

  async function acquired(options: Partial<PostgresLeaseOptions> = {}): Promise<HeldLease> {
    const acquiredNow = await lease(options).acquire(never);
    held.push(acquiredNow);
    return acquiredNow;
  }

  /** Ends the sessions that hold or ask for leases, as the end of their processes would. */
  async function endSessions(): Promise<void> {
    const { db, close } = openDatabase(url, { schema: 'public' });
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name like '% lease'`.execute(
      db,
    );
    await close();
  }

  it('is held by one at a time, and by the next when it is given back', async () => {
    const first = await acquired();
    let taken = 0;
    const next = lease().acquire(never, () => taken++);
    await eventually(() => taken > 1);
    await first.release();
    await first.ended;
    held.push(await next);
  });

  it('is free once it is given back', async () => {
    const { db, close } = openDatabase(url, { schema: 'public' });
    for (let times = 0; times < 10; times++) {
      await (await lease({ silenceMs: 10_000 }).acquire(never)).release();
      const { rows } = await sql`select 1 from pg_locks where locktype = 'advisory' and database =
        (select oid from pg_database where datname = current_database())`.execute(db);
      expect(rows).toEqual([]);
    }
    await close();
  });

  it('a lease of another name is independent', async () => {
    await acquired();
    await acquired({ name: 'wallet' });
  });

  it('is lost with its session, which its holder hears of, and the next has it', async () => {
    const first = await acquired();
    await endSessions();
    await first.ended;
    await acquired();
  });

  it('is taken from a holder that is paused or cut off: one that the server does not hear of', async () => {
    const silent = await acquired({ renewMs: 60_000 });
    await acquired();
    await silent.ended;
  });

  it('is kept by a holder that lives, however long', async () => {
    const first = await acquired({ renewMs: 10 });
    let ended = false;
    void first.ended.then(() => (ended = true));
    let asked = 0;
    const waiting = new AbortController();
    const next = lease({ renewMs: 20 }).acquire(waiting.signal, () => {
      // Longer than the server would wait for a sign of life, which a busy machine may delay for half of that time.
      if (++asked === 250) waiting.abort();
    });
    await expect(next).rejects.toThrow();
    expect(ended).toBe(false);
  });

  it('is certainly held while it is renewed, and not from the moment on when the server may give it away', async () => {
    const { term } = await lease({ renewMs: 60_000 }).acquire(never);
    expect(term.isCertain).toBe(true);
    const next = await lease().acquire(never);
    held.push(next);
    expect([term.isCertain, next.term.isCertain]).toEqual([false, true]);
  });

  it('is not waited for any more when the signal is aborted, and cannot be asked for where no server is', async () => {
    await acquired();
    await expect(lease().acquire(AbortSignal.abort())).rejects.toThrow();
    const nowhere = new PostgresLease({ url: 'postgres://u:secret@127.0.0.1:1/db', name: 'payment' });
    await expect(nowhere.acquire(never)).rejects.toMatchObject({ retry: 'always' });
    await expect(nowhere.acquire(never)).rejects.not.toThrow('secret');
  });
});
