import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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
