import type Database from 'libsql';
import type { EventMetadata, Json, ReadOptions, RecordedEvent, Snapshot } from '../event-store';
import type { EventPage } from '../event-tail';
import type { StreamFilter } from '../stream-filter';
import { openForReading } from './schema';
import { storedEvents } from './stored-events';

/** A page looks at no more positions than this: it bounds how long a page of foreign events holds the thread up. */
const POSITIONS_MAX = 4_096;

/** Position, stream and revision of its last event, and its events. */
type AppendRow = readonly [number, string, number, string];

const APPEND = 'a.position, s.name, a.revision, a.events';
const APPENDS_OF_STREAM = `SELECT ${APPEND} FROM streams s JOIN appends a ON a.stream = s.id WHERE s.name = ?1`;

/** Reads the file through a connection of its own, which never waits for the writer. */
export class Reader {
  private readonly database: Database.Database;
  private readonly forwards;
  private readonly backwards;
  private readonly snapshotOf;
  private readonly firstOfIds;
  /** The statement that reads a page, by the number of prefixes that it takes. */
  private readonly pages = new Map<number | undefined, Database.Statement>();
  /** How many events an append had in the last page of a subscriber: no more rows are read than it may take. */
  private readonly eventsPerAppend = new WeakMap<StreamFilter, number>();

  constructor(file: string) {
    this.database = openForReading(file);
    this.forwards = this.prepare(`${APPENDS_OF_STREAM} AND a.revision >= ?2 ORDER BY a.revision LIMIT ?3`);
    // From the append in whose midst the first of them may be.
    this.backwards = this.prepare(
      `${APPENDS_OF_STREAM} AND a.revision <= coalesce(
         (SELECT min(b.revision) FROM appends b WHERE b.stream = s.id AND b.revision >= ?2), ?2)
       ORDER BY a.revision DESC LIMIT ?3`,
    );
    this.firstOfIds = this.prepare(
      `SELECT min(a.revision - json_array_length(a.events) + 1 + e.key)
       FROM streams s JOIN appends a ON a.stream = s.id, json_each(a.events) e
       WHERE s.name = ? AND e.value ->> 0 IN (SELECT value FROM json_each(?))`,
    );
    this.snapshotOf = this.prepare('SELECT revision, version, state FROM snapshots WHERE stream = ?');
  }

  stream(stream: string, { direction = 'forwards', from, limit }: ReadOptions): readonly RecordedEvent[] {
    const forwards = direction === 'forwards';
    const first = from ?? (forwards ? 0 : Number.MAX_SAFE_INTEGER);
    const rows = (forwards ? this.forwards : this.backwards).all(stream, first, limit ?? -1) as AppendRow[];
    const events = rows.flatMap((row) => (forwards ? recordedEvents(row) : recordedEvents(row).reverse()));
    return events.filter(({ revision }) => (forwards ? revision >= first : revision <= first)).slice(0, limit);
  }

  /** The lowest revision at which one of these ids stands, or undefined when the stream has none of them. */
  firstOf(stream: string, ids: readonly string[]): number | undefined {
    const [revision] = this.firstOfIds.get(stream, JSON.stringify(ids)) as [number | null];
    return revision ?? undefined;
  }

  /** The first events after a position, at most `limit` of them, looking no further than `head`. */
  page(after: number, head: number, limit: number, filter: StreamFilter): EventPage {
    const end = Math.min(head, after + POSITIONS_MAX);
    const prefixes = filter.prefixes ?? [];
    const most = Math.ceil(limit / (this.eventsPerAppend.get(filter) ?? 1));
    const rows = this.pageStatement(filter.prefixes?.length).all(after, end, ...prefixes, most) as AppendRow[];
    const read = rows.flatMap(recordedEvents);
    if (rows.length > 0) this.eventsPerAppend.set(filter, read.length / rows.length);

    const events = read.filter(({ position }) => position > after && position <= end).slice(0, limit);
    const last = events.at(-1);
    const isCut = rows.length === most || events.length === limit;
    return { events, position: isCut && last !== undefined ? last.position : end };
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
      `SELECT ${APPEND} FROM appends a JOIN streams s ON s.id = a.stream
       WHERE a.position > ?1
         AND a.position <= coalesce((SELECT min(b.position) FROM appends b WHERE b.position >= ?2), ?2) ${matches}
       ORDER BY a.position LIMIT ?${conditions.length + 3}`,
    );
    this.pages.set(prefixes, statement);
    return statement;
  }

  /** Rows as arrays: the driver adds a property of its own to rows that are objects. */
  private prepare(sql: string): Database.Statement {
    return this.database.prepare(sql).raw();
  }
}

function recordedEvents([position, stream, revision, text]: AppendRow): RecordedEvent[] {
  const events = storedEvents(text);
  let metadata: EventMetadata | undefined;
  return events.map(([id, type, data, own], index) => {
    metadata = own ?? metadata;
    if (metadata === undefined) throw new Error(`the first event of an append to ${stream} has no metadata`);
    const behind = events.length - 1 - index;
    return { id, type, data, metadata, stream, revision: revision - behind, position: position - behind };
  });
}
