import type Database from 'libsql';
import { LRUCache } from 'lru-cache';
import { decideAppend, NO_REVISION, type StreamEvents } from '../append-decision';
import {
  type AppendRequest,
  FIELDS_PER_EVENT,
  type SnapshotRequest,
  type WriteOutcome,
  type WriteRequest,
} from './writer-protocol';

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
  private readonly statements;

  constructor(private readonly database: Database.Database) {
    this.statements = {
      begin: database.prepare('BEGIN IMMEDIATE'),
      commit: database.prepare('COMMIT'),
      head: database.prepare('SELECT coalesce(max(position), 0) FROM events').raw(),
      stream: database.prepare('SELECT id FROM streams WHERE name = ?').raw(),
      revision: database.prepare(`SELECT coalesce(max(revision), ${NO_REVISION}) FROM events WHERE stream = ?`).raw(),
      addStream: database.prepare('INSERT INTO streams (name) VALUES (?)'),
      addEvent: database.prepare(
        'INSERT INTO events (position, stream, revision, id, type, data, metadata) VALUES (?, ?, ?, ?, ?, ?, ?)',
      ),
      idsFrom: database
        .prepare('SELECT id FROM events WHERE stream = ? AND revision >= ? ORDER BY revision LIMIT ?')
        .raw(),
      firstOf: database
        .prepare('SELECT min(revision) FROM events WHERE stream = ? AND id IN (SELECT value FROM json_each(?))')
        .raw(),
      positionOf: database.prepare('SELECT position FROM events WHERE stream = ? AND revision = ?').raw(),
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
   * Writes all requests in one transaction. An append that conflicts fails alone.
   *
   * @returns one outcome per request, when all of it is on the disk
   * @throws when the file refuses; then nothing of the group is stored, and the next group may succeed
   */
  write(requests: readonly WriteRequest[]): readonly WriteOutcome[] {
    try {
      this.statements.begin.run();
      const outcomes = requests.map((request) =>
        request.kind === 'append' ? this.append(request) : this.saveSnapshot(request),
      );
      this.statements.commit.run();
      return outcomes;
    } catch (error) {
      this.last = undefined;
      this.ends.clear();
      // A full disk makes SQLite roll back by itself.
      if (this.database.inTransaction) this.database.exec('ROLLBACK');
      throw error;
    }
  }

  private append({ stream, expected, events }: AppendRequest): WriteOutcome {
    const end = this.ends.get(stream) ?? this.load(stream);
    const decision = decideAppend(this.streamEvents(end), expected, ids(events));
    switch (decision.kind) {
      case 'append':
        return this.insert(end ?? this.create(stream), events);
      case 'repetition':
        return { ...decision, position: this.positionOf(end, decision.revision) };
      case 'conflict':
        return { kind: 'conflict', actual: end?.revision ?? 'none' };
    }
  }

  private insert(end: StreamEnd, events: readonly string[]): WriteOutcome {
    let position = this.last ?? this.head();
    for (let field = 0; field < events.length; field += FIELDS_PER_EVENT) {
      position += 1;
      end.revision += 1;
      this.statements.addEvent.run(
        position,
        end.id,
        end.revision,
        events[field],
        events[field + 1],
        events[field + 2],
        events[field + 3],
      );
    }
    this.last = position;
    return { kind: 'appended', revision: end.revision, position };
  }

  private load(stream: string): StreamEnd | undefined {
    const row = this.statements.stream.get(stream) as [number] | undefined;
    if (row === undefined) return undefined;
    const [id] = row;
    const [revision] = this.statements.revision.get(id) as [number];
    return this.remember(stream, { id, revision });
  }

  private create(stream: string): StreamEnd {
    const { lastInsertRowid } = this.statements.addStream.run(stream);
    return this.remember(stream, { id: Number(lastInsertRowid), revision: NO_REVISION });
  }

  private remember(stream: string, end: StreamEnd): StreamEnd {
    this.ends.set(stream, end);
    return end;
  }

  private streamEvents(end: StreamEnd | undefined): StreamEvents {
    if (end === undefined) return { revision: NO_REVISION, idsFrom: () => [], firstOf: () => undefined };
    return {
      revision: end.revision,
      idsFrom: (revision, count) =>
        (this.statements.idsFrom.all(end.id, revision, count) as [string][]).map(([id]) => id),
      firstOf: (ids) => {
        const [revision] = this.statements.firstOf.get(end.id, JSON.stringify(ids)) as [number | null];
        return revision ?? undefined;
      },
    };
  }

  private positionOf(end: StreamEnd | undefined, revision: number): number {
    const row = this.statements.positionOf.get(end?.id, revision) as [number] | undefined;
    if (row === undefined) throw new Error(`there is no event at revision ${revision}`);
    return row[0];
  }

  private saveSnapshot({ stream, revision, version, state }: SnapshotRequest): WriteOutcome {
    this.statements.saveSnapshot.run(stream, revision, version, state);
    return { kind: 'saved' };
  }
}

function ids(events: readonly string[]): readonly string[] {
  return events.filter((_, index) => index % FIELDS_PER_EVENT === 0);
}
