import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freshPostgres, mayUsePostgres } from '@stablecoin/stores/testing';
import { makeBackup } from '../../apps/standalone/src/tools/backup/make-backup';
import { manageRestore } from '../../apps/standalone/src/tools/backup/manage-restore';
import { MANIFEST } from '../../apps/standalone/src/tools/backup/manifest';
import type { ExitCode, ToolOptions } from '../../apps/standalone/src/tools/output';

export type Environment = Readonly<Record<string, string>>;

/** Where a service keeps its data. */
export interface PlaceKind {
  readonly name: 'folder' | 'pair';
  readonly isThere: boolean;
  /** An empty one. @param folder - that does not exist yet */
  open(folder: string): Promise<Environment>;
}

export const PLACES: readonly PlaceKind[] = [
  { name: 'folder', isThere: true, open: (folder) => Promise.resolve({ EVENT_STORE_URL: '', DATA_DIR: folder }) },
  {
    name: 'pair',
    isThere: mayUsePostgres(),
    open: async (folder) => ({ EVENT_STORE_URL: await freshPostgres(), DATA_DIR: folder, LEADER_SILENCE_MS: '60000' }),
  },
];

/** `npm run backup`, of a service that runs. @param at - what its clock says, in milliseconds since the epoch */
export async function backUp(environment: Environment, folder: string, at: number): Promise<void> {
  await run(makeBackup, environment, folder);
  const file = join(folder, MANIFEST);
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as object;
  // The command has the clock of this machine, and the chains have one of their own.
  writeFileSync(file, JSON.stringify({ ...manifest, taken_at: new Date(at).toISOString() }));
}

/** `npm run restore -- <folder>` */
export function restore(environment: Environment, folder: string): Promise<void> {
  return run(manageRestore, environment, folder);
}

async function run(
  tool: (options: ToolOptions) => Promise<ExitCode>,
  environment: Environment,
  ...args: readonly string[]
): Promise<void> {
  let text = '';
  const output = { write: (part: string) => (text += part) };
  const code = await tool({ args, environment, output, signal: new AbortController().signal });
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${text}`);
}
