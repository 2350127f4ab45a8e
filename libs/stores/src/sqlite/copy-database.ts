import { readdirSync } from 'node:fs';
import Database from 'libsql';
import { reasonOf } from './reason';

/** The dead letters, and the events. */
const LAST = ['messaging.db', 'events.db'];

/**
 * Databases of a data folder, in the order in which they are copied: those of services, then the dead letters, the events last.
 * Then no read model of a copy is ahead of its events, and a message that is given up meanwhile is a letter of the copy, or
 * the relay's checkpoint in it has not passed the message.
 */
export function databasesIn(folder: string): readonly string[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.db'));
  return [...names.filter((name) => !LAST.includes(name)).sort(), ...LAST.filter((name) => names.includes(name))];
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
