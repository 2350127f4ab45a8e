import { readdirSync } from 'node:fs';
import Database from 'libsql';
import { reasonOf } from './reason';

/** Databases of a data folder, the events last: then no read model of a copy is ahead of its events. */
export function databasesIn(folder: string): readonly string[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.db'));
  return [...names.filter((name) => name !== 'events.db').sort(), ...names.filter((name) => name === 'events.db')];
}

/**
 * Copies a database as it is at one moment, while a service may write to it.
 *
 * @param target - a file that is not there yet
 */
export function copyDatabase(source: string, target: string): void {
  const database = new Database(source, { readonly: true });
  try {
    database.prepare('VACUUM INTO ?').run(target);
  } finally {
    database.close();
  }
}

/**
 * Reads all of a database.
 *
 * @throws Error that names the file when it is damaged
 */
export function checkDatabase(file: string): void {
  const database = new Database(file, { readonly: true });
  try {
    const [first] = database.prepare('PRAGMA integrity_check').raw().all() as readonly (readonly [string])[];
    if (first?.[0] !== 'ok') throw new Error(first?.[0] ?? 'no answer');
  } catch (error) {
    throw new Error(`${file} is damaged: ${reasonOf(error)}`, { cause: error });
  } finally {
    database.close();
  }
}
