import type Database from 'libsql';
import { NO_REVISION } from '../append-decision';
import { FIELDS_PER_EVENT } from './writer-protocol';

const COLUMNS = ['position', 'stream', 'revision', 'id', 'type', 'data', 'metadata'];

/** How many rows a statement inserts, the most first. */
const ROWS_PER_STATEMENT = [64, 8, 1];

/**
 * The table of events inside one transaction. Rows are inserted many at a time, at the latest before anything is read,
 * so that what was inserted is always found.
 */
export class EventTable {
  /** Columns of the rows to be inserted, one after the other. */
  private pending: (string | number)[] = [];
  private readonly inserts;
  private readonly statements;

  constructor(database: Database.Database) {
    const row = `(${COLUMNS.map(() => '?').join(', ')})`;
    this.inserts = ROWS_PER_STATEMENT.map((rows) => ({
      values: rows * COLUMNS.length,
      statement: database.prepare(
        `INSERT INTO events (${COLUMNS.join(', ')}) VALUES ${Array<string>(rows).fill(row).join(', ')}`,
      ),
    }));
    this.statements = {
      head: database.prepare('SELECT coalesce(max(position), 0) FROM events').raw(),
      revision: database.prepare(`SELECT coalesce(max(revision), ${NO_REVISION}) FROM events WHERE stream = ?`).raw(),
      idsFrom: database
        .prepare('SELECT id FROM events WHERE stream = ? AND revision >= ? ORDER BY revision LIMIT ?')
        .raw(),
      firstOf: database
        .prepare('SELECT min(revision) FROM events WHERE stream = ? AND id IN (SELECT value FROM json_each(?))')
        .raw(),
      positionOf: database.prepare('SELECT position FROM events WHERE stream = ? AND revision = ?').raw(),
    };
  }

  /** @param fields - id, type, data and metadata of events that follow one another from this position and revision on */
  insert(position: number, stream: number, revision: number, fields: readonly string[]): void {
    for (let field = 0, index = 0; field < fields.length; field += FIELDS_PER_EVENT, index += 1) {
      this.pending.push(position + index, stream, revision + index, ...fields.slice(field, field + FIELDS_PER_EVENT));
    }
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
    return (this.statements.idsFrom.all(stream, revision, count) as [string][]).map(([id]) => id);
  }

  /** The lowest revision at which one of these ids stands. */
  firstOf(stream: number, ids: readonly string[]): number | undefined {
    this.flush();
    const [revision] = this.statements.firstOf.get(stream, JSON.stringify(ids)) as [number | null];
    return revision ?? undefined;
  }

  positionOf(stream: number | undefined, revision: number): number {
    this.flush();
    const row = this.statements.positionOf.get(stream, revision) as [number] | undefined;
    if (row === undefined) throw new Error(`there is no event at revision ${revision}`);
    return row[0];
  }
}
