import type Database from 'libsql';
import { NO_REVISION } from '../append-decision';
import { storedEvents } from './stored-events';

const COLUMNS = ['position', 'stream', 'revision', 'events'];

/** How many rows a statement inserts, the most first. */
const ROWS_PER_STATEMENT = [64, 8, 1];

/** Revision of its last event, and its events. */
type AppendRow = readonly [number, string];

/**
 * The table of appends inside one transaction. Rows are inserted many at a time, at the latest before anything is read,
 * so that what was inserted is always found.
 */
export class AppendTable {
  /** Columns of the rows to be inserted, one after the other. */
  private pending: (string | number)[] = [];
  private readonly inserts;
  private readonly statements;

  constructor(database: Database.Database) {
    const row = `(${COLUMNS.map(() => '?').join(', ')})`;
    this.inserts = ROWS_PER_STATEMENT.map((rows) => ({
      values: rows * COLUMNS.length,
      statement: database.prepare(
        `INSERT INTO appends (${COLUMNS.join(', ')}) VALUES ${Array<string>(rows).fill(row).join(', ')}`,
      ),
    }));
    this.statements = {
      head: database.prepare('SELECT coalesce(max(position), 0) FROM appends').raw(),
      revision: database.prepare(`SELECT coalesce(max(revision), ${NO_REVISION}) FROM appends WHERE stream = ?`).raw(),
      rowsFrom: database
        .prepare('SELECT revision, events FROM appends WHERE stream = ? AND revision >= ? ORDER BY revision LIMIT ?')
        .raw(),
      firstOf: database
        .prepare(
          `SELECT min(a.revision - json_array_length(a.events) + 1 + e.key) FROM appends a, json_each(a.events) e
           WHERE a.stream = ? AND e.value ->> 0 IN (SELECT value FROM json_each(?))`,
        )
        .raw(),
      positionOf: database
        .prepare('SELECT position - revision FROM appends WHERE stream = ? AND revision >= ? ORDER BY revision LIMIT 1')
        .raw(),
    };
  }

  /**
   * @param position - of the append's last event
   * @param revision - of its last event
   * @param events - as {@link eventsText} writes them
   */
  insert(position: number, stream: number, revision: number, events: string): void {
    this.pending.push(position, stream, revision, events);
  }

  /** Brings everything that was inserted into the table. */
  flush(): void {
    const rows = this.pending;
    this.pending = [];
    let done = 0;
    for (const { values, statement } of this.inserts) {
      // One array, which is handed on as it is: of arguments the driver makes a copy, at the price of half an insert.
      for (; rows.length - done >= values; done += values) statement.run(rows.slice(done, done + values));
    }
  }

  /** Forgets what is not in the table yet, for the transaction is rolled back. */
  discard(): void {
    this.pending = [];
  }

  /** Position of the last event, 0 when there is none. */
  head(): number {
    this.flush();
    const [head] = this.statements.head.get() as [number];
    return head;
  }

  /** Revision of the last event of a stream. */
  lastRevision(stream: number): number {
    this.flush();
    const [revision] = this.statements.revision.get(stream) as [number];
    return revision;
  }

  /** The ids of at most `count` events from this revision on. */
  idsFrom(stream: number, revision: number, count: number): readonly string[] {
    this.flush();
    const rows = this.statements.rowsFrom.all(stream, revision, count) as AppendRow[];
    const ids = rows.flatMap(([last, text]) => {
      const events = storedEvents(text);
      return events.slice(Math.max(0, revision - (last - events.length + 1))).map(([id]) => id);
    });
    return ids.slice(0, count);
  }

  /** The lowest revision at which one of these ids stands. */
  firstOf(stream: number, ids: readonly string[]): number | undefined {
    this.flush();
    const [revision] = this.statements.firstOf.get(stream, JSON.stringify(ids)) as [number | null];
    return revision ?? undefined;
  }

  positionOf(stream: number | undefined, revision: number): number {
    this.flush();
    // Within an append, positions and revisions go side by side.
    const row = this.statements.positionOf.get(stream, revision) as [number] | undefined;
    if (row === undefined) throw new Error(`there is no event at revision ${revision}`);
    return row[0] + revision;
  }
}
