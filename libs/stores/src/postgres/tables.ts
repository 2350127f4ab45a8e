import { SCHEMA, type WriterSession } from './writer-session';

/** Raised with every change of the tables; the row of `writer` says which the database has. */
export const TABLES_VERSION = 1;

/**
 * An event is one text, as in the SQLite store. Positions have no gaps: the one writer numbers events in the order in
 * which it commits them. `writer` has one row, whose epoch fences everybody but the instance that raised it last.
 */
const TABLES = `
  begin;
  select pg_advisory_xact_lock(hashtextextended('create schema ${SCHEMA}', 0));
  create schema if not exists ${SCHEMA};
  create table if not exists ${SCHEMA}.events (
    position bigint primary key,
    stream   text collate "C" not null,
    revision integer not null,
    event    text not null,
    unique (stream, revision)
  );
  create table if not exists ${SCHEMA}.snapshots (
    stream   text collate "C" primary key,
    revision integer not null,
    version  integer not null,
    state    text not null
  );
  create table if not exists ${SCHEMA}.writer (
    id             smallint primary key check (id = 1),
    epoch          bigint not null,
    tables_version integer not null
  );
  insert into ${SCHEMA}.writer values (1, 0, ${TABLES_VERSION}) on conflict do nothing;
  commit;
`;

/** Creates the tables where they are missing; to do so needs more rights than to use them. */
export async function createTables(session: WriterSession): Promise<void> {
  const [row] = await session.rows<{ found: boolean }>(`select to_regclass('${SCHEMA}.writer') is not null as found`);
  if (row?.found !== true) await session.rows(TABLES);
}

/**
 * Ends the other sessions that this program has in the database, except those of leases. A paused former writer may hold
 * locks on read models, and as many connections as the server gives.
 */
export async function endOtherSessions(session: WriterSession): Promise<void> {
  await session.rows(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and usename = current_user and pid <> pg_backend_pid()
       and application_name like 'stablecoin %' and application_name not like '% lease'`,
  );
}

/**
 * Makes this instance the only writer: it waits for a group that another one is committing, and fences all later ones.
 * With synchronous replication it also waits until everything before is replicated.
 *
 * @returns the epoch that every group has to name
 * @throws Error when the tables are of another version of this program
 */
export async function raiseEpoch(session: WriterSession): Promise<string> {
  const raised = `update writer set epoch = epoch + 1 where tables_version = ${TABLES_VERSION} returning epoch`;
  const [row] = await session.rows<{ epoch: string }>(raised);
  if (row === undefined) {
    throw new Error(`its tables are of another version, and this program knows only version ${TABLES_VERSION}`);
  }
  return row.epoch;
}
