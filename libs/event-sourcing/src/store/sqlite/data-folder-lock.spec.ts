import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataFolderLock } from './data-folder-lock';

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
