import { cpSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cleanup } from './cleanup';

/** A new folder that is removed at the end, or earlier. */
export interface TemporaryFolder {
  readonly path: string;
  remove(): Promise<void>;
}

/** On the disk of the system's temporary files: `TMPDIR` chooses another one. */
export function temporaryFolder(cleanup: Cleanup): TemporaryFolder {
  const path = mkdtempSync(join(tmpdir(), 'stablecoin-payments-bench-'));
  return { path, remove: cleanup.add(() => rmSync(path, { recursive: true, force: true })) };
}

/** A copy of the data of a service that is stopped. */
export function copyOf(folder: TemporaryFolder, cleanup: Cleanup): TemporaryFolder {
  const copy = temporaryFolder(cleanup);
  cpSync(folder.path, copy.path, { recursive: true });
  return copy;
}

/** Bytes of the files in a folder. */
export function bytesIn(folder: string): number {
  return readdirSync(folder).reduce((total, file) => total + statSync(join(folder, file)).size, 0);
}
