import type Database from 'libsql';

const COLUMNS = ['position', 'stream', 'revision', 'events'];

/** How many rows a statement inserts, the most first. */
const ROWS_PER_STATEMENT = [64, 8, 1];

/** The table of appends inside one transaction: rows are inserted many at a time. */
export class AppendTable {
  /** Columns of the rows to be inserted, one after the other. */
  private pending: (string | number)[] = [];
  private readonly inserts;
  private readonly lastPosition;

  constructor(database: Database.Database) {
    const row = `(${COLUMNS.map(() => '?').join(', ')})`;
    this.inserts = ROWS_PER_STATEMENT.map((rows) => ({
      values: rows * COLUMNS.length,
      statement: database.prepare(
        `INSERT INTO appends (${COLUMNS.join(', ')}) VALUES ${Array<string>(rows).fill(row).join(', ')}`,
      ),
    }));
    this.lastPosition = database.prepare('SELECT coalesce(max(position), 0) FROM appends').raw();
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

  /** Position of the last event in the table, 0 when there is none. */
  head(): number {
    const [head] = this.lastPosition.get() as [number];
    return head;
  }
}
