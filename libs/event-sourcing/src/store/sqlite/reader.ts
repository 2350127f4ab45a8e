import type Database from 'libsql';
import type { EventMetadata, Json, ReadOptions, RecordedEvent, Snapshot } from '../event-store';
import type { EventPage } from '../event-tail';
import type { StreamFilter } from '../stream-filter';
import { openForReading } from './schema';

/** A page looks at no more positions than this: it bounds how long a page of foreign events holds the thread up. */
const POSITIONS_MAX = 4_096;

/** Position, stream, revision, id, type, data, metadata. */
type EventRow = readonly [number, string, number, string, string, string, string];

const EVENT = 'e.position, s.name, e.revision, e.id, e.type, e.data, e.metadata';
const EVENTS_OF_STREAM = `SELECT ${EVENT} FROM streams s JOIN events e ON e.stream = s.id WHERE s.name = ?`;

/** Reads the file through a connection of its own, which never waits for the writer. */
export class Reader {
  private readonly database: Database.Database;
  private readonly forwards;
  private readonly backwards;
  private readonly snapshotOf;
  /** The statement that reads a page, by the number of prefixes that it takes. */
  private readonly pages = new Map<number | undefined, Database.Statement>();

  constructor(file: string) {
    this.database = openForReading(file);
    this.forwards = this.prepare(`${EVENTS_OF_STREAM} AND e.revision >= ? ORDER BY e.revision LIMIT ?`);
    this.backwards = this.prepare(`${EVENTS_OF_STREAM} AND e.revision <= ? ORDER BY e.revision DESC LIMIT ?`);
    this.snapshotOf = this.prepare('SELECT revision, version, state FROM snapshots WHERE stream = ?');
  }

  stream(stream: string, { direction = 'forwards', from, limit = -1 }: ReadOptions): readonly RecordedEvent[] {
    const rows =
      direction === 'forwards'
        ? this.forwards.all(stream, from ?? 0, limit)
        : this.backwards.all(stream, from ?? Number.MAX_SAFE_INTEGER, limit);
    return (rows as EventRow[]).map(recordedEvent);
  }

  /** The first events after a position, at most `limit` of them, looking no further than `head`. */
  page(after: number, head: number, limit: number, filter: StreamFilter): EventPage {
    const end = Math.min(head, after + POSITIONS_MAX);
    const prefixes = filter.prefixes ?? [];
    const rows = this.pageStatement(filter.prefixes?.length).all(after, end, ...prefixes, limit) as EventRow[];
    const events = rows.map(recordedEvent);
    const last = events.at(-1);
    return { events, position: events.length === limit && last !== undefined ? last.position : end };
  }

  snapshot(stream: string): Snapshot | undefined {
    const row = this.snapshotOf.get(stream) as readonly [number, number, string] | undefined;
    if (row === undefined) return undefined;
    const [revision, version, state] = row;
    return { revision, version, state: JSON.parse(state) as Json };
  }

  close(): void {
    this.database.close();
  }

  private pageStatement(prefixes: number | undefined): Database.Statement {
    const known = this.pages.get(prefixes);
    if (known !== undefined) return known;
    const conditions = Array.from({ length: prefixes ?? 0 }, (_, index) => {
      const parameter = `?${index + 3}`;
      return `substr(s.name, 1, length(${parameter})) = ${parameter}`;
    });
    const matches = prefixes === undefined ? '' : `AND (${['FALSE', ...conditions].join(' OR ')})`;
    const statement = this.prepare(
      `SELECT ${EVENT} FROM events e JOIN streams s ON s.id = e.stream
       WHERE e.position > ?1 AND e.position <= ?2 ${matches}
       ORDER BY e.position LIMIT ?${conditions.length + 3}`,
    );
    this.pages.set(prefixes, statement);
    return statement;
  }

  /** Rows as arrays: the driver adds a property of its own to rows that are objects. */
  private prepare(sql: string): Database.Statement {
    return this.database.prepare(sql).raw();
  }
}

function recordedEvent([position, stream, revision, id, type, data, metadata]: EventRow): RecordedEvent {
  return {
    id,
    type,
    data: JSON.parse(data) as Json,
    metadata: JSON.parse(metadata) as EventMetadata,
    stream,
    revision,
    position,
  };
}
