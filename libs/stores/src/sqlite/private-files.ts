import { chmodSync, closeSync, openSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';

/** Mode of a data folder that is made here. */
export const OWNER_ALONE = 0o700;
const OWNER_READS = 0o600;
const OTHERS = 0o007;
const PERMISSIONS = 0o777;
const DATABASE = /\.db(?:-wal|-shm|-journal)?$/;
const IN_MEMORY = ':memory:';

/**
 * Opens a database for reading and writing. A new file can be read by its owner alone, and so can the journals beside it,
 * which SQLite makes with the mode of the database.
 */
export function openPrivately(file: string): Database.Database {
  if (file !== IN_MEMORY) createPrivately(file);
  return new Database(file);
}

/** Never opens a file that is there: closing it would drop every lock of this process on it, that of an open database too. */
function createPrivately(file: string): void {
  try {
    closeSync(openSync(file, 'ax', OWNER_READS));
  } catch {
    // It is there. What else may be the matter, the database says.
  }
}

/**
 * Takes the databases in a folder from the users of the machine who are neither their owner nor in their group: earlier versions
 * let everybody read them. What this process may not change stays as it is.
 */
export function keepDatabasesPrivate(folder: string): void {
  for (const name of readdirSync(folder).filter((each) => DATABASE.test(each))) {
    const file = join(folder, name);
    try {
      const { mode } = statSync(file);
      if ((mode & OTHERS) !== 0) chmodSync(file, mode & PERMISSIONS & ~OTHERS);
    } catch {
      // Of another owner, or gone.
    }
  }
}
