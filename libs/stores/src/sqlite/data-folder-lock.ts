import Database from 'libsql';
import { keepDatabasesPrivate, openPrivately, OWNER_ALONE } from './private-files';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ServiceError } from '@stablecoin/contracts';
import { reasonOf } from './reason';

/** The file of a data folder that is locked. It stays empty. */
const LOCK_FILE = 'in-use.lock';

/** Another process has the data folder. */
export class DataFolderInUseError extends ServiceError {
  readonly code = 'data_folder_in_use';
  readonly retry = 'bounded';
  override readonly docs = 'docs/operations.md#the-data-folder';

  constructor(
    readonly folder: string,
    options?: ErrorOptions,
  ) {
    super(`the data folder ${folder} is in use already: it takes one process at a time`, options);
  }
}

/**
 * Keeps a data folder to one process. The lock is the operating system's, held through an open transaction on an empty
 * database: it ends with its process, however that ends, so a killed process leaves nothing to clean up.
 */
export class DataFolderLock {
  private constructor(private readonly database: Database.Database) {}

  /**
   * Makes the folder when it is missing, and locks it.
   *
   * @throws {@link DataFolderInUseError}, or an error that names the folder when it cannot be used
   */
  static acquire(folder: string): DataFolderLock {
    try {
      mkdirSync(folder, { recursive: true, mode: OWNER_ALONE });
      keepDatabasesPrivate(folder);
      const database = openPrivately(join(folder, LOCK_FILE));
      database.exec('BEGIN EXCLUSIVE');
      return new DataFolderLock(database);
    } catch (error) {
      if (error instanceof Database.SqliteError && error.code === 'SQLITE_BUSY') {
        throw new DataFolderInUseError(folder, { cause: error });
      }
      throw new Error(`the data folder ${folder} cannot be used: ${reasonOf(error)}`, { cause: error });
    }
  }

  release(): void {
    if (!this.database.open) return;
    this.database.exec('ROLLBACK');
    this.database.close();
  }
}
