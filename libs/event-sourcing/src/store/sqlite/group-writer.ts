import type Database from 'libsql';
import { LRUCache } from 'lru-cache';
import { decideAppend, NO_REVISION, type StreamEvents } from '../append-decision';
import { AppendTable } from './append-table';
import { storedEvents } from './stored-events';
import type { AppendRequest, SnapshotRequest, WriteOutcome, WriteRequest } from './writer-protocol';

/** So many streams are remembered, that an append to one of them needs no look into the tables. */
const STREAMS_MAX = 100_000;

/** Where a stream ends. Kept up to date while its transaction is open. */
interface StreamEnd {
  readonly id: number;
  revision: number;
}

/** Writes groups of requests, one transaction each. The only writer of its file. */
export class GroupWriter {
  private readonly ends = new LRUCache<string, StreamEnd>({ max: STREAMS_MAX });
  /** Position of the last event; undefined when only the table knows. */
  private last: number | undefined;
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
   * Writes all requests in one transaction. An append that conflicts fails alone.
   *
   * @returns one outcome per request, when all of it is on the disk
   * @throws when the file refuses; then nothing of the group is stored, and the next group may succeed
   */
  write(requests: readonly WriteRequest[]): readonly WriteOutcome[] {
    try {
      this.statements.begin.run();
      const outcomes = requests.map((request) =>
        request[0] === 'append' ? this.append(request) : this.saveSnapshot(request),
      );
      this.appends.flush();
      this.statements.commit.run();
      return outcomes;
    } catch (error) {
      this.appends.discard();
      this.last = undefined;
      this.ends.clear();
      // A full disk makes SQLite roll back by itself.
      if (this.database.inTransaction) this.database.exec('ROLLBACK');
      throw error;
    }
  }

  private append([, stream, expected, count, events]: AppendRequest): WriteOutcome {
    const end = this.ends.get(stream) ?? (expected === 'none' ? this.openOrCreate(stream) : this.load(stream));
    const decision = decideAppend(this.streamEvents(end), expected, () => storedEvents(events).map(([id]) => id));
    switch (decision.kind) {
      case 'append':
        return this.insert(end ?? this.openOrCreate(stream), count, events);
      case 'repetition':
        return ['repetition', decision.revision, this.appends.positionOf(end?.id, decision.revision)];
      case 'conflict':
        return ['conflict', end?.revision ?? 'none'];
    }
  }

  private insert(end: StreamEnd, count: number, events: string): WriteOutcome {
    this.last = (this.last ?? this.head()) + count;
    end.revision += count;
    this.appends.insert(this.last, end.id, end.revision, events);
    return ['appended', end.revision, this.last];
  }

  private load(stream: string): StreamEnd | undefined {
    const row = this.statements.stream.get([stream]) as [number] | undefined;
    if (row === undefined) return undefined;
    const [id] = row;
    return this.remember(stream, { id, revision: this.appends.lastRevision(id) });
  }

  /** For a stream that is most likely new: to create it unless it is there costs less than to look first. */
  private openOrCreate(stream: string): StreamEnd {
    const { changes, lastInsertRowid } = this.statements.addStream.run([stream]);
    if (changes > 0) return this.remember(stream, { id: Number(lastInsertRowid), revision: NO_REVISION });
    const end = this.load(stream);
    if (end === undefined) throw new Error(`the stream ${stream} is neither there nor new`);
    return end;
  }

  private remember(stream: string, end: StreamEnd): StreamEnd {
    this.ends.set(stream, end);
    return end;
  }

  private streamEvents(end: StreamEnd | undefined): StreamEvents {
    if (end === undefined) return { revision: NO_REVISION, idsFrom: () => [], firstOf: () => undefined };
    return {
      revision: end.revision,
      idsFrom: (revision, count) => this.appends.idsFrom(end.id, revision, count),
      firstOf: (ids) => this.appends.firstOf(end.id, ids),
    };
  }

  private saveSnapshot([, stream, revision, version, state]: SnapshotRequest): WriteOutcome {
    this.statements.saveSnapshot.run(stream, revision, version, state);
    return ['saved'];
  }
}
