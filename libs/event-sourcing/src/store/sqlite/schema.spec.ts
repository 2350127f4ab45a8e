import Database from 'libsql';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newEvents } from '../../testing/event-store-contract/fixture';
import { openForReading, openForWriting } from './schema';
import { SqliteEventStore } from './sqlite-event-store';

describe('the connections to the file', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'event-store-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  it('a committed transaction is on the disk: WAL, flushed with every commit', () => {
    const database = openForWriting(join(folder, 'events.db'));
    expect(database.prepare('PRAGMA journal_mode').raw().get()).toEqual(['wal']);
    expect(database.prepare('PRAGMA synchronous').raw().get()).toEqual([2]);
    database.close();
  });

  it('the reading one cannot write', () => {
    openForWriting(join(folder, 'events.db')).close();
    const database = openForReading(join(folder, 'events.db'));
    expect(() => database.exec("INSERT INTO streams (name) VALUES ('a')")).toThrow('readonly');
    database.close();
  });

  it('a file in which an event was a row holds what it held', async () => {
    const file = join(folder, 'events.db');
    const database = new Database(file);
    database.exec(`
      CREATE TABLE streams (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
      CREATE TABLE events (
        position INTEGER PRIMARY KEY, stream INTEGER NOT NULL, revision INTEGER NOT NULL,
        id TEXT NOT NULL, type TEXT NOT NULL, data TEXT NOT NULL, metadata TEXT NOT NULL, UNIQUE (stream, revision)
      ) STRICT;
      CREATE TABLE snapshots (
        stream TEXT PRIMARY KEY, revision INTEGER NOT NULL, version INTEGER NOT NULL, state TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
      INSERT INTO streams (name) VALUES ('a-1'), ('a-2');
      PRAGMA user_version = 1;
    `);
    const events = newEvents(3, { said: 'Ça "va"?\n\u2028' });
    const insert = database.prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)');
    const places = [
      ['a-1', 0],
      ['a-2', 0],
      ['a-1', 1],
    ] as const;
    const stored = events.map((event, n) => ({
      ...event,
      stream: places[n]?.[0],
      revision: places[n]?.[1],
      position: n + 1,
    }));
    for (const { id, type, data, metadata, stream, revision, position } of stored) {
      const streamId = stream === 'a-1' ? 1 : 2;
      insert.run(position, streamId, revision, id, type, JSON.stringify(data), JSON.stringify(metadata));
    }
    database.close();

    const store = await SqliteEventStore.open(file);
    expect([...(await store.read('a-1')), ...(await store.read('a-2'))]).toEqual([stored[0], stored[2], stored[1]]);
    expect(await store.append('a-1', 1, newEvents(2))).toEqual({ revision: 3, position: 5 });
    expect(await store.append('a-1', 0, events.slice(2))).toEqual({ revision: 1, position: 3 });
    await store.close();
  });

  it('no read looks through the whole file', () => {
    const database = openForWriting(join(folder, 'events.db'));
    const plan = (sql: string): string =>
      (database.prepare(`EXPLAIN QUERY PLAN ${sql}`).raw().all() as [number, number, number, string][])
        .map(([, , , detail]) => detail)
        .join('; ');
    for (const sql of [
      'SELECT max(position) FROM appends',
      'SELECT id FROM streams WHERE name = ?',
      'SELECT max(revision) FROM appends WHERE stream = ?',
      'SELECT events FROM appends WHERE stream = ? AND revision >= ? ORDER BY revision LIMIT ?',
      'SELECT a.events FROM streams s JOIN appends a ON a.stream = s.id WHERE s.name = ? AND a.revision >= ? ORDER BY a.revision',
      `SELECT a.events FROM streams s JOIN appends a ON a.stream = s.id WHERE s.name = ?1 AND a.revision <= coalesce(
         (SELECT min(b.revision) FROM appends b WHERE b.stream = s.id AND b.revision >= ?2), ?2) ORDER BY a.revision DESC`,
      `SELECT a.events FROM appends a JOIN streams s ON s.id = a.stream WHERE a.position > ?1 AND a.position <= coalesce(
         (SELECT min(b.position) FROM appends b WHERE b.position >= ?2), ?2) ORDER BY a.position`,
    ]) {
      expect(plan(sql)).toContain('SEARCH');
      expect(plan(sql)).not.toMatch(/SCAN|TEMP B-TREE/);
    }
    database.close();
  });
});
