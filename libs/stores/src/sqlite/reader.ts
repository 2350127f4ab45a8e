import type Database from 'libsql';
import type { Json, ReadOptions, RecordedEvent, Snapshot } from '@stablecoin/event-sourcing';
import type { EventPage } from '../event-tail';
import type { StreamFilter } from '../stream-filter';
import { storedEvent } from '../stored-events';
import type { PageReader } from '../group-commit/group-commit-log';
import { openForReading } from './schema';

/** A page looks at no more positions than this: it bounds how long a page of foreign events holds the thread up. */
const POSITIONS_MAX = 4_096;

type EventRow = readonly [position: number, stream: string, revision: number, event: string];

const COLUMNS = 'position, stream, revision, event';

/** Reads the file through a connection of its own, which never waits for the writer. */
export class Reader implements PageReader {
  readonly #database: Database.Database;
  readonly #forwards;
  readonly #backwards;
  readonly #snapshotOf;
  readonly #firstOfIds;
  /** The statement that reads a page, by the number of prefixes that it takes. */
  readonly #pages = new Map<number | undefined, Database.Statement>();

  constructor(file: string) {
    this.#database = openForReading(file);
    const ofStream = `SELECT ${COLUMNS} FROM events WHERE stream = ?`;
    this.#forwards = this.#prepare(`${ofStream} AND revision >= ? ORDER BY revision LIMIT ?`);
    this.#backwards = this.#prepare(`${ofStream} AND revision <= ? ORDER BY revision DESC LIMIT ?`);
    this.#firstOfIds = this.#prepare(
      `SELECT min(revision) FROM events WHERE stream = ? AND event ->> 'id' IN (SELECT value FROM json_each(?))`,
    );
    this.#snapshotOf = this.#prepare('SELECT revision, version, state FROM snapshots WHERE stream = ?');
  }

  stream(stream: string, { direction = 'forwards', from, limit }: ReadOptions): readonly RecordedEvent[] {
    const rows =
      direction === 'forwards'
        ? this.#forwards.all(stream, from ?? 0, limit ?? -1)
        : this.#backwards.all(stream, from ?? Number.MAX_SAFE_INTEGER, limit ?? -1);
    return (rows as EventRow[]).map(recordedEvent);
  }

  /** The lowest revision at which one of these ids stands, or undefined when the stream has none of them. */
  firstOf(stream: string, ids: readonly string[]): number | undefined {
    const [revision] = this.#firstOfIds.get(stream, JSON.stringify(ids)) as [number | null];
    return revision ?? undefined;
  }

  /** The first events after a position, at most `limit` of them, looking no further than `head`. */
  page(after: number, head: number, limit: number, filter: StreamFilter): EventPage {
    const end = Math.min(head, after + POSITIONS_MAX);
    const statement = this.#pageStatement(filter.prefixes?.length);
    const rows = statement.all(after, end, ...(filter.prefixes ?? []), limit) as EventRow[];
    const events = rows.map(recordedEvent);
    return { events, position: events.length === limit ? (events.at(-1)?.position ?? end) : end };
  }

  snapshot(stream: string): Snapshot | undefined {
    const row = this.#snapshotOf.get(stream) as readonly [number, number, string] | undefined;
    if (row === undefined) return undefined;
    const [revision, version, state] = row;
    return { revision, version, state: JSON.parse(state) as Json };
  }

  close(): void {
    this.#database.close();
  }

  #pageStatement(prefixes: number | undefined): Database.Statement {
    const known = this.#pages.get(prefixes);
    if (known !== undefined) return known;
    const conditions = Array.from({ length: prefixes ?? 0 }, (_, index) => {
      const parameter = `?${index + 3}`;
      return `substr(stream, 1, length(${parameter})) = ${parameter}`;
    });
    const matches = prefixes === undefined ? '' : `AND (${['FALSE', ...conditions].join(' OR ')})`;
    const statement = this.#prepare(
      `SELECT ${COLUMNS} FROM events WHERE position > ?1 AND position <= ?2 ${matches}
       ORDER BY position LIMIT ?${conditions.length + 3}`,
    );
    this.#pages.set(prefixes, statement);
    return statement;
  }

  /** Rows as arrays: the driver adds a property of its own to rows that are objects. */
  #prepare(sql: string): Database.Statement {
    return this.#database.prepare(sql).raw();
  }
}

function recordedEvent([position, stream, revision, event]: EventRow): RecordedEvent {
  return { ...storedEvent(event), stream, revision, position };
}
