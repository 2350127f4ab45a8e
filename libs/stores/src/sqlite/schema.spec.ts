import Database from 'libsql';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

  it('a new file and its journals are read by their owner alone', () => {
    const database = openForWriting(join(folder, 'events.db'));
    const modes = readdirSync(folder).map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)]);
    database.close();
    expect(Object.fromEntries(modes)).toEqual({ 'events.db': '600', 'events.db-shm': '600', 'events.db-wal': '600' });
  });

  it('the reading one cannot write', () => {
    openForWriting(join(folder, 'events.db')).close();
    const database = openForReading(join(folder, 'events.db'));
    expect(() => database.exec('DELETE FROM events')).toThrow('readonly');
    database.close();
  });

  it.each([2, 4])('a file with the tables of version %p is refused, and left as it is', async (version) => {
    const file = join(folder, 'events.db');
    const database = new Database(file);
    database.pragma(`user_version = ${version}`);
    // The thread that was refused the file may hold it for a moment longer.
    database.pragma('busy_timeout = 30000');
    const says = `${file} has version ${version} of the event store's tables, and this program knows only version 3`;
    await expect(SqliteEventStore.open(file)).rejects.toThrow(says);
    expect(database.pragma('user_version')).toEqual([{ user_version: version }]);
    expect(database.prepare('SELECT name FROM sqlite_master').all()).toEqual([]);
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
      'SELECT max(revision) FROM events WHERE stream = ?',
      'SELECT max(stream) FROM events WHERE stream >= ? AND stream < ?',
      'SELECT event FROM events WHERE stream = ? AND revision >= ? ORDER BY revision LIMIT ?',
      'SELECT event FROM events WHERE stream = ? AND revision <= ? ORDER BY revision DESC LIMIT ?',
      'SELECT event FROM events WHERE position > ? AND position <= ? ORDER BY position LIMIT ?',
    ]) {
      expect(plan(sql)).toContain('SEARCH');
      expect(plan(sql)).not.toMatch(/SCAN|TEMP B-TREE/);
    }
    database.close();
  });
});
