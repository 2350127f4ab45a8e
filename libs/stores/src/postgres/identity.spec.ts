/** @slow 15 */
import { chownSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { freshPostgres, mayUsePostgres, runPostgres, startPostgres } from '../testing/servers/postgres';
import type { StoreIdentity } from '@stablecoin/event-sourcing';
import { PostgresEventStore } from './postgres-event-store';

async function identityAt(url: string): Promise<StoreIdentity> {
  const store = await PostgresEventStore.open(url);
  try {
    return await store.identity();
  } finally {
    await store.close();
  }
}

async function query(url: string, statement: string): Promise<readonly Record<string, unknown>[]> {
  const client = new Client(url);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

(mayUsePostgres() ? describe : describe.skip)('the identity of an event store on PostgreSQL', () => {
  it('stays over starts, also for an ordinary role, and a copy of the database has another', async () => {
    const url = await freshPostgres();
    const identity = await identityAt(url);
    expect(Object.keys(identity).sort()).toEqual(['cluster', 'table', 'timeline']);
    const name = new URL(url).pathname.slice(1);
    const admin = new URL('/postgres', url).href;
    await query(admin, `create role plain_${name} login`);
    await query(admin, `grant all on database ${name} to plain_${name}`);
    await query(url, `grant all on schema event_store to plain_${name}`);
    await query(url, `grant all on all tables in schema event_store to plain_${name}`);
    const plain = new URL(url);
    plain.username = `plain_${name}`;
    const facts = await query(
      plain.href,
      `select (select system_identifier::text from pg_control_system()) as cluster,
              substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) as timeline`,
    );
    expect(identity).toMatchObject(facts[0] ?? {});
    expect(await identityAt(url)).toEqual(identity);
    await query(admin, `create database copy_${name} template ${name}`);
    const copy = await identityAt(new URL(`/copy_${name}`, url).href);
    expect(copy).toEqual({ ...identity, table: expect.not.stringContaining(identity['table'] ?? '') as unknown });
  });

  it('has another timeline after a promotion, and the same one after a restart', async () => {
    const server = await startPostgres();
    const stop = (pid: number) => {
      process.kill(pid, 'SIGINT');
      return eventually(() => expect(() => process.kill(pid, 0)).toThrow());
    };
    const port = Number(new URL(server.url).port);
    const identity = await identityAt(server.url);
    await stop(server.pid);
    let { pid } = await runPostgres({ data: server.data, port });
    expect(await identityAt(server.url)).toEqual(identity);
    await stop(pid);
    const signal = join(server.data, 'standby.signal');
    writeFileSync(signal, '');
    const { uid, gid } = statSync(server.data);
    chownSync(signal, uid, gid);
    ({ pid } = await runPostgres({ data: server.data, port }));
    await query(server.url, 'select pg_promote()');
    expect(await identityAt(server.url)).toEqual({ ...identity, timeline: '00000002' });
    await stop(pid);
  });
});
