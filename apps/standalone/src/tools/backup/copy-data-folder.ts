import { copyFileSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Configuration } from '@stablecoin/host';
import { checkDatabase, copyDatabase, databasesIn } from '@stablecoin/stores';
import type { WrittenManifest } from './manifest';

/** Files beside the databases, as far as they are there. */
const OTHERS = ['secrets.key', 'local-chains.json'];

/**
 * Copies a data folder. Every database is copied as it is at one moment, in the order of `databasesIn`, and checked.
 *
 * @param onDatabase - is called before each database is copied
 * @throws Error when there is none, or a copy is damaged
 */
export function copyDataFolder(
  { dataDir }: Pick<Configuration, 'dataDir'>,
  target: string,
  onDatabase: () => void = () => undefined,
): WrittenManifest {
  if (!existsSync(join(dataDir, 'events.db'))) {
    throw new Error(`There is no events.db in ${dataDir}: set DATA_DIR as the service has it.`);
  }
  // Before the first copy: what comes later may be missing.
  const takenAt = new Date();
  const names = [...OTHERS.filter((name) => existsSync(join(dataDir, name))), ...databasesIn(dataDir)];
  for (const name of names) {
    const copy = join(target, name);
    if (name.endsWith('.db')) {
      onDatabase();
      copyDatabase(join(dataDir, name), copy);
      checkDatabase(copy);
    } else copyFileSync(join(dataDir, name), copy);
  }
  // Of a check.
  for (const name of readdirSync(target)) if (/-(wal|shm)$/.test(name)) rmSync(join(target, name));
  return { names, takenAt };
}
