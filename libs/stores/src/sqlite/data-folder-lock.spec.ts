import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataFolderLock } from './data-folder-lock';
import { openPrivately } from './private-files';

/** Whether another process finds a database locked. */
function isLocked(file: string): boolean {
  const script = `new (require('libsql'))(${JSON.stringify(file)}).exec('BEGIN EXCLUSIVE')`;
  const { status, stderr } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8', cwd: __dirname });
  if (status !== 0) expect(stderr).toContain('SQLITE_BUSY');
  return status !== 0;
}

describe('the lock of a data folder', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lock-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  it('is held by one at a time, and says which folder', () => {
    const lock = DataFolderLock.acquire(folder);
    expect(() => DataFolderLock.acquire(folder)).toThrow(
      `the data folder ${folder} is in use already: it takes one process at a time`,
    );
    lock.release();
    DataFolderLock.acquire(folder).release();
  });

  // The operating system drops all locks of a process on a file as soon as that process closes any descriptor of it.
  it('keeps other processes out also after this process has tried again, and opened its databases again', () => {
    const lock = DataFolderLock.acquire(folder);
    const file = join(folder, 'in-use.lock');
    expect(() => DataFolderLock.acquire(folder)).toThrow('in use');
    expect(isLocked(file)).toBe(true);
    const database = join(folder, 'events.db');
    const [holder, other] = [openPrivately(database), openPrivately(database)];
    holder.exec('BEGIN EXCLUSIVE');
    openPrivately(database).close();
    expect(isLocked(database)).toBe(true);
    holder.exec('ROLLBACK');
    for (const each of [holder, other]) each.close();
    lock.release();
    expect(isLocked(file)).toBe(false);
  });

  it('makes a folder for its owner alone, and lets others read no database of an earlier version', () => {
    const made = join(folder, 'made');
    DataFolderLock.acquire(made).release();
    const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
    expect(modeOf(made)).toBe('700');
    for (const name of ['events.db', 'events.db-wal', 'notes.txt']) {
      writeFileSync(join(made, name), '');
      chmodSync(join(made, name), 0o644);
    }
    DataFolderLock.acquire(made).release();
    expect(['events.db', 'events.db-wal', 'notes.txt'].map((name) => modeOf(join(made, name)))).toEqual([
      '640',
      '640',
      '644',
    ]);
  });

  it('released twice lets no second one in on its successor', () => {
    const lock = DataFolderLock.acquire(folder);
    lock.release();
    const successor = DataFolderLock.acquire(folder);
    lock.release();
    expect(() => DataFolderLock.acquire(folder)).toThrow('in use');
    successor.release();
  });

  it('says which folder cannot be used', () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    expect(() => DataFolderLock.acquire(file)).toThrow(`the data folder ${file} cannot be used`);
  });
});
