import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfiguration } from '@stablecoin/configuration';
import { checkDatabase, copyDatabase, databasesIn } from '@stablecoin/event-sourcing';
import { FileSeal } from '@stablecoin/secrets';
import { EXIT, type ExitCode, type ToolOptions } from '../output';
import { MANIFEST, sha256Of, type Manifest } from './manifest';

const USAGE = `Backs up the data folder of a standalone service, which may run and pay meanwhile.

  npm run backup -- <folder>     a folder that does not exist yet

With BACKUP_PASSPHRASE the files are encrypted (AES-256-GCM, scrypt). Without it the backup holds secrets.key in the clear,
if the service made one: keep it like the key.
`;

/** Files beside the databases, as far as they are there. */
const OTHERS = ['secrets.key', 'local-chains.json'];

/**
 * `npm run backup`. Every database is copied as it is at one moment, the events last, and checked.
 *
 * @throws Error when there is nothing to back up, the target exists, or a copy is damaged
 */
export async function makeBackup({ args, environment, output }: ToolOptions): Promise<ExitCode> {
  const [target, ...rest] = args;
  if (target === undefined || target.startsWith('-') || rest.length > 0) {
    output.write(USAGE);
    return EXIT.wrongUse;
  }
  const { eventStore, dataDir } = readConfiguration(environment);
  if (eventStore !== 'sqlite') {
    throw new Error('The events are not in DATA_DIR: back up their server as docs/backup.md#the-stack says.');
  }
  if (!existsSync(join(dataDir, 'events.db'))) {
    throw new Error(`There is no events.db in ${dataDir}: set DATA_DIR as the service has it.`);
  }
  if (existsSync(target))
    throw new Error(`${target} exists: name a folder that does not, a backup is never overwritten.`);
  // Before the first copy: what comes later may be missing.
  const takenAt = new Date();
  mkdirSync(target, { recursive: true, mode: 0o700 });
  try {
    const manifest = await writeBackup(dataDir, target, takenAt, environment['BACKUP_PASSPHRASE'] ?? '');
    const how = manifest.encrypted ? 'encrypted' : 'not encrypted';
    output.write(`${target}: ${manifest.files.length} files of ${manifest.taken_at}, checked, ${how}\n`);
    return EXIT.done;
  } catch (error) {
    rmSync(target, { recursive: true, force: true });
    throw error;
  }
}

async function writeBackup(dataDir: string, target: string, takenAt: Date, passphrase: string): Promise<Manifest> {
  const seal = passphrase === '' ? null : new FileSeal(passphrase);
  const others = OTHERS.filter((name) => existsSync(join(dataDir, name)));
  const files: Manifest['files'][number][] = [];
  for (const name of [...others, ...databasesIn(dataDir)]) {
    const copy = join(target, name);
    if (name.endsWith('.db')) {
      copyDatabase(join(dataDir, name), copy);
      checkDatabase(copy);
    } else copyFileSync(join(dataDir, name), copy);
    files.push({ name, sha256: await sha256Of(copy) });
    if (seal === null) continue;
    await seal.seal(copy, `${copy}.sealed`, name);
    rmSync(copy);
  }
  // Of a check.
  for (const name of readdirSync(target)) if (/-(wal|shm)$/.test(name)) rmSync(join(target, name));
  const manifest = { version: 1, taken_at: takenAt.toISOString(), encrypted: seal !== null, files } as const;
  writeFileSync(join(target, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
  return manifest;
}
