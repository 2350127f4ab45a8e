import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfiguration } from '@stablecoin/configuration';
import { FileSeal } from '@stablecoin/secrets';
import { EXIT, type ExitCode, type ToolOptions } from '../output';
import { copyDataFolder } from './copy-data-folder';
import { MANIFEST, sha256Of, type Manifest, type Written } from './manifest';
import { writeEvents } from './write-events';

const USAGE = `Backs up a service, which may run and pay meanwhile: the data folder of a standalone service, or the events of a
pair or a stack, read from their server.

  npm run backup -- <folder>     a folder that does not exist yet

With BACKUP_PASSPHRASE the files are encrypted (AES-256-GCM, scrypt). Without it the backup of a data folder holds secrets.key in
the clear, if the service made one: keep it like the key.
`;

/**
 * `npm run backup`.
 *
 * @throws Error when there is nothing to back up, the target exists, or something is damaged
 */
export async function makeBackup({ args, environment, output }: ToolOptions): Promise<ExitCode> {
  const [target, ...rest] = args;
  if (target === undefined || target.startsWith('-') || rest.length > 0) {
    output.write(USAGE);
    return EXIT.wrongUse;
  }
  const configuration = readConfiguration(environment);
  const { eventStore } = configuration;
  if (eventStore === 'memory') throw new Error('EVENT_STORE_URL=memory: keeps nothing that could be backed up');
  if (existsSync(target))
    throw new Error(`${target} exists: name a folder that does not, a backup is never overwritten.`);
  mkdirSync(target, { recursive: true, mode: 0o700 });
  try {
    const written =
      eventStore === 'sqlite' ? copyDataFolder(configuration, target) : await writeEvents(configuration, target);
    const { events, files, taken_at: takenAt, encrypted } = await finish(written, target, environment);
    const what = events === undefined ? `${files.length} files` : `${events} events`;
    output.write(`${target}: ${what} of ${takenAt}, checked, ${encrypted ? 'encrypted' : 'not encrypted'}\n`);
    return EXIT.done;
  } catch (error) {
    rmSync(target, { recursive: true, force: true });
    throw error;
  }
}

/** Encrypts the files if there is a passphrase, and writes the manifest. */
async function finish(
  { names, takenAt, events }: Written,
  target: string,
  environment: ToolOptions['environment'],
): Promise<Manifest> {
  const passphrase = environment['BACKUP_PASSPHRASE'] ?? '';
  const seal = passphrase === '' ? null : new FileSeal(passphrase);
  const files: Manifest['files'][number][] = [];
  for (const name of names) {
    const file = join(target, name);
    files.push({ name, sha256: await sha256Of(file) });
    if (seal === null) continue;
    await seal.seal(file, `${file}.sealed`, name);
    rmSync(file);
  }
  const manifest: Manifest = {
    ...{ version: 1, taken_at: takenAt.toISOString(), encrypted: seal !== null, files },
    ...(events === undefined ? {} : { events }),
  };
  writeFileSync(join(target, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
  return manifest;
}
