import { createHash } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** Written last: a folder without it is no complete backup. */
export const MANIFEST = 'manifest.json';
/** The events of a store on a server, in their order. */
export const EVENTS = 'events.gz';
/** The dead letters of a pair. */
export const DEAD_LETTERS = 'dead-letters.gz';
/** Lies in a data folder that an earlier version has restored, until its service may pay again. */
export const RESTORED = 'restored.json';

/** What a backup consists of. */
export interface Manifest {
  readonly version: 1;
  /** ISO 8601. Everything before it is in the backup. */
  readonly taken_at: string;
  readonly encrypted: boolean;
  /** Number of events in {@link EVENTS}. Left out: the files are those of a data folder. */
  readonly events?: number;
  readonly files: readonly { readonly name: string; readonly sha256: string }[];
}

/** What was written for a backup, before it is encrypted. */
export interface WrittenManifest extends Pick<Manifest, 'events'> {
  /** Names of files in the folder of the backup. */
  readonly names: readonly string[];
  readonly takenAt: Date;
}

/** @throws Error when the folder holds no complete backup that this version can read */
export function readManifest(folder: string): Manifest {
  let text: string;
  try {
    text = readFileSync(join(folder, MANIFEST), 'utf8');
  } catch (error) {
    throw new Error(`${folder} holds no complete backup: it has no ${MANIFEST}`, { cause: error });
  }
  const manifest = JSON.parse(text) as Manifest;
  const names = manifest.files.map(({ name }) => name);
  if ((manifest.version as number) !== 1 || !names.every((name) => /^[\w-]+\.[a-z]+$/.test(name))) {
    throw new Error(`${join(folder, MANIFEST)} is of a version that this one cannot read`);
  }
  return manifest;
}

/** In hex. */
export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
