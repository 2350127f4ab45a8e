import type Database from 'libsql';
import { AppendTable } from './append-table';
import { RecentEntries } from './recent-entries';
import type { AppendRequest, SnapshotRequest, WriteRequest } from './writer-protocol';

/** So many streams are remembered at least, that an append to one of them needs no look into their table. */
const REMEMBERED = 50_000;

/** Writes groups of requests, one transaction each. The only writer of its file. */
export class GroupWriter {
  /** The numbers of streams, by their names. */
  private readonly streams = new RecentEntries<number>(REMEMBERED);
  /** Whether the last group failed: even a commit that fails may have got to the disk. */
  private isUnsure = false;
  private readonly appends: AppendTable;
  private readonly statements;

  constructor(private readonly database: Database.Database) {
    this.appends = new AppendTable(database);
    this.statements = {
      begin: database.prepare('BEGIN IMMEDIATE'),
      commit: database.prepare('COMMIT'),
      stream: database.prepare('SELECT id FROM streams WHERE name = ?').raw(),
      addStream: database.prepare('INSERT INTO streams (name) VALUES (?) ON CONFLICT DO NOTHING'),
      saveSnapshot: database.prepare(
        'INSERT OR REPLACE INTO snapshots (stream, revision, version, state) VALUES (?, ?, ?, ?)',
      ),
    };
  }

  /** Position of the last event, 0 when there is none. */
  head(): number {
    return this.appends.head();
  }

  /**
   * Writes all requests in one transaction: when it returns, they are on the disk.
   *
   * @throws when the file refuses; then the same requests are to be written again, and others behind them if need be
   */
  write(requests: readonly WriteRequest[]): void {
    try {
      const missing = this.isUnsure ? this.missingOf(requests) : requests;
      this.statements.begin.run();
      for (const request of missing) {
        if (request[0] === 'append') this.append(request);
        else this.saveSnapshot(request);
      }
      this.appends.flush();
      this.statements.commit.run();
      this.isUnsure = false;
    } catch (error) {
      this.isUnsure = true;
      this.appends.discard();
      this.streams.clear();
      // A full disk makes SQLite roll back by itself.
      if (this.database.inTransaction) this.database.exec('ROLLBACK');
      throw error;
    }
  }

  private missingOf(requests: readonly WriteRequest[]): readonly WriteRequest[] {
    const head = this.head();
    return requests.filter((request) => request[0] === 'snapshot' || request[3] > head);
  }

  private append([, stream, revision, position, events]: AppendRequest): void {
    this.appends.insert(position, this.streams.get(stream) ?? this.openOrCreate(stream), revision, events);
  }

  /** Most streams that are not remembered are new: to create one unless it is there costs less than to look first. */
  private openOrCreate(stream: string): number {
    const { changes, lastInsertRowid } = this.statements.addStream.run([stream]);
    const id = changes > 0 ? Number(lastInsertRowid) : this.idOf(stream);
    this.streams.set(stream, id);
    return id;
  }

  private idOf(stream: string): number {
    const [id] = this.statements.stream.get([stream]) as [number];
    return id;
  }

  private saveSnapshot([, stream, revision, version, state]: SnapshotRequest): void {
    this.statements.saveSnapshot.run(stream, revision, version, state);
  }
}
