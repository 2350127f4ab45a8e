import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, rmdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readConfiguration } from '@stablecoin/host';
import { beginGeneration, checkDatabase, SqliteEventStore } from '@stablecoin/stores';
import { FileSeal } from '@stablecoin/security';
import type { ToolOptions } from '../output';
import { sha256Of, type Manifest } from './manifest';

/**
 * Restores the backup of a data folder into DATA_DIR, which must not hold anything, and begins a generation there: its service
 * does not start before that is accepted.
 *
 * @throws Error when there is data already, or the backup is incomplete, changed, or encrypted with another passphrase
 */
export async function restoreBackup(
  source: string,
  { encrypted, files, taken_at: takenAt }: Manifest,
  { environment, output }: Pick<ToolOptions, 'environment' | 'output'>,
  now: number,
): Promise<void> {
  const { dataDir } = readConfiguration(environment);
  const passphrase = environment['BACKUP_PASSPHRASE'] ?? '';
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0) {
    throw new Error(`${dataDir} is not empty: move it away, a restore never overwrites data.`);
  }
  // Beside it, and renamed at the end: a restore that was interrupted leaves no data folder.
  const draft = `${dataDir.replace(/\/+$/, '')}.restoring`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(dirname(draft), { recursive: true });
  mkdirSync(draft, { mode: 0o700 });
  try {
    const seal = new FileSeal(passphrase);
    for (const { name, sha256 } of files) {
      const target = join(draft, name);
      if (encrypted) await seal.open(join(source, `${name}.sealed`), target, name);
      else copyFileSync(join(source, name), target);
      if ((await sha256Of(target)) !== sha256) throw new Error(`${join(source, name)} is not the file of the backup`);
      if (name.endsWith('.db')) checkDatabase(target);
    }
    await begin(draft, Date.parse(takenAt), now);
    if (existsSync(dataDir)) rmdirSync(dataDir);
    renameSync(draft, dataDir);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw error;
  }
  output.write(`${dataDir}: restored ${files.length} files of ${takenAt}\n`);
}

async function begin(folder: string, since: number, now: number): Promise<void> {
  const store = await SqliteEventStore.open(join(folder, 'events.db'));
  try {
    await beginGeneration(store, { since }, now);
  } finally {
    await store.close();
  }
}
