import { sql, type Kysely, type RawBuilder } from 'kysely';
import { EventStoreUnavailableError } from '@stablecoin/event-sourcing';
import { DatabaseUnavailableError } from './errors';
import type { Json, ReadOptions, RecordedEvent, Snapshot, StoreIdentity } from '@stablecoin/event-sourcing';
import type { EventPage } from '../event-tail';
import type { PageReader } from '../group-commit/group-commit-log';
import { storedEvent } from '../stored-events';
import type { StreamFilter } from '../stream-filter';

/** A page looks at no more positions than this, which bounds what a page of foreign events costs. */
const POSITIONS_MAX = 4_096;

interface EventRow {
  readonly position: number;
  readonly stream: string;
  readonly revision: number;
  readonly event: string;
}

/** Reads what is committed. */
export class PostgresReader implements PageReader {
  constructor(private readonly db: Kysely<unknown>) {}

  async stream(
    stream: string,
    { direction = 'forwards', from, limit }: ReadOptions,
  ): Promise<readonly RecordedEvent[]> {
    const most = limit ?? null;
    const rows = await this.#rows<EventRow>(
      direction === 'forwards'
        ? sql`select position, revision, stream, event from events
              where stream = ${stream} and revision >= ${Math.max(from ?? 0, 0)}::bigint
              order by revision limit ${most}::bigint`
        : sql`select position, revision, stream, event from events
              where stream = ${stream} and revision <= ${from ?? Number.MAX_SAFE_INTEGER}::bigint
              order by revision desc limit ${most}::bigint`,
    );
    return rows.map(recordedEvent);
  }

  /** Revision of the last event of each of the streams that exist. */
  async lastRevisions(streams: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#rows<{ readonly stream: string; readonly last: number }>(
      sql`select stream, last from unnest(${streams}::text[]) as asked (stream),
          lateral (select revision as last from events where events.stream = asked.stream
                   order by revision desc limit 1) as found`,
    );
    return new Map(rows.map(({ stream, last }) => [stream, last]));
  }

  /** The lowest revision at which one of these ids stands, or undefined when the stream has none of them. */
  async firstOf(stream: string, ids: readonly string[]): Promise<number | undefined> {
    const [row] = await this.#rows<{ readonly first: number | null }>(
      sql`select min(revision) as first from events
          where stream = ${stream} and event::json ->> 'id' = any(${ids}::text[])`,
    );
    return row?.first ?? undefined;
  }

  /** The cluster; the timeline, which each promotion raises; and the table with its database, which a restore replaces. */
  async identity(): Promise<StoreIdentity> {
    const facts = {
      cluster: sql<string>`select system_identifier::text as fact from pg_control_system()`,
      timeline: sql<string>`select substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) as fact`,
      table: sql<string>`select oid::text || '.' || 'events'::regclass::oid::text as fact
                         from pg_database where datname = current_database()`,
    };
    const read = Object.entries(facts).map(async ([name, question]): Promise<[string, string][]> => {
      // Some managed servers refuse one of these to everybody.
      const rows = await this.#rows<{ readonly fact: string }>(question).catch(() => []);
      return rows.map(({ fact }) => [name, fact]);
    });
    return Object.fromEntries((await Promise.all(read)).flat());
  }

  /** Position of the last event; 0 when there is none, or no store. */
  async head(): Promise<number> {
    const [row] = await this.#rows<{ readonly found: boolean }>(sql`select to_regclass('events') is not null as found`);
    if (row?.found !== true) return 0;
    const [last] = await this.#rows<{ readonly head: number }>(
      sql`select coalesce(max(position), 0) as head from events`,
    );
    return last?.head ?? 0;
  }

  async page(after: number, head: number, limit: number, { prefixes }: StreamFilter): Promise<EventPage> {
    const end = Math.min(head, after + POSITIONS_MAX);
    const matches = prefixes === undefined ? sql`true` : sql`stream ^@ any(${prefixes}::text[])`;
    const rows = await this.#rows<EventRow>(
      sql`select position, revision, stream, event from events
          where position > ${after}::bigint and position <= ${end}::bigint and ${matches}
          order by position limit ${limit}::bigint`,
    );
    const events = rows.map(recordedEvent);
    return { events, position: events.length === limit ? (events.at(-1)?.position ?? end) : end };
  }

  async snapshot(stream: string): Promise<Snapshot | undefined> {
    const [row] = await this.#rows<{ readonly revision: number; readonly version: number; readonly state: string }>(
      sql`select revision, version, state from snapshots where stream = ${stream}`,
    );
    return row === undefined ? undefined : { ...row, state: JSON.parse(row.state) as Json };
  }

  async #rows<Row>(statement: RawBuilder<unknown>): Promise<readonly Row[]> {
    try {
      return (await statement.execute(this.db)).rows as Row[];
    } catch (error) {
      throw error instanceof DatabaseUnavailableError ? new EventStoreUnavailableError(error) : error;
    }
  }
}

function recordedEvent({ position, stream, revision, event }: EventRow): RecordedEvent {
  return { ...storedEvent(event), stream, revision, position };
}
