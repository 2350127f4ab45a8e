import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openForReading, openForWriting } from './schema';

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

  it('no read looks through the whole file', () => {
    const database = openForWriting(join(folder, 'events.db'));
    const plan = (sql: string): string =>
      (database.prepare(`EXPLAIN QUERY PLAN ${sql}`).raw().all() as [number, number, number, string][])
        .map(([, , , detail]) => detail)
        .join('; ');
    for (const sql of [
      'SELECT max(position) FROM events',
      'SELECT id FROM streams WHERE name = ?',
      'SELECT max(revision) FROM events WHERE stream = ?',
      'SELECT id FROM events WHERE stream = ? AND revision >= ? ORDER BY revision LIMIT ?',
      'SELECT e.id FROM streams s JOIN events e ON e.stream = s.id WHERE s.name = ? AND e.revision >= ? ORDER BY e.revision',
      'SELECT e.id FROM events e JOIN streams s ON s.id = e.stream WHERE e.position > ? AND e.position <= ? ORDER BY e.position',
    ]) {
      expect(plan(sql)).toContain('SEARCH');
      expect(plan(sql)).not.toMatch(/SCAN|TEMP B-TREE/);
    }
    database.close();
  });
});
