import type Database from 'libsql';
import type { AppendRequest, SnapshotRequest, WriteRequest } from '../group-commit/writes';

/** Writes groups of requests, one transaction each. The only writer of its file. */
export class GroupWriter {
  /** Whether the last group failed: even a commit that fails may have got to the disk. */
  #isUnsure = false;
  /** Not private, so that a test can make one of them fail. */
  readonly statements;

  constructor(private readonly database: Database.Database) {
    this.statements = {
      begin: database.prepare('BEGIN IMMEDIATE'),
      commit: database.prepare('COMMIT'),
      head: database.prepare('SELECT coalesce(max(position), 0) FROM events').raw(),
      append: database.prepare('INSERT INTO events (position, stream, revision, event) VALUES (?, ?, ?, ?)'),
      saveSnapshot: database.prepare(
        'INSERT OR REPLACE INTO snapshots (stream, revision, version, state) VALUES (?, ?, ?, ?)',
      ),
    };
  }

  /** Position of the last event, 0 when there is none. */
  head(): number {
    const [head] = this.statements.head.get() as [number];
    return head;
  }

  /**
   * Writes all requests in one transaction: when it returns, they are on the disk.
   *
   * @throws when the file refuses; then the same requests are to be written again, and others behind them if need be
   */
  write(requests: readonly WriteRequest[]): void {
    try {
      const missing = this.#isUnsure ? this.#missingOf(requests) : requests;
      this.statements.begin.run();
      for (const request of missing) {
        if (request[0] === 'append') this.#append(request);
        else this.#saveSnapshot(request);
      }
      this.statements.commit.run();
      this.#isUnsure = false;
    } catch (error) {
      this.#isUnsure = true;
      // A full disk makes SQLite roll back by itself.
      if (this.database.inTransaction) this.database.exec('ROLLBACK');
      throw error;
    }
  }

  #missingOf(requests: readonly WriteRequest[]): readonly WriteRequest[] {
    const head = this.head();
    return requests.filter((request) => request[0] === 'snapshot' || request[3] > head);
  }

  #append([, stream, revision, position, events]: AppendRequest): void {
    // One array, which is handed on as it is: of arguments the driver makes a copy, at the price of half an insert.
    for (const [n, event] of events.entries()) this.statements.append.run([position + n, stream, revision + n, event]);
  }

  #saveSnapshot([, stream, revision, version, state]: SnapshotRequest): void {
    this.statements.saveSnapshot.run(stream, revision, version, state);
  }
}
