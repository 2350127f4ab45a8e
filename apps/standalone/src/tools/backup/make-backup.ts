import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfiguration } from '@stablecoin/host';
import { FileSeal } from '@stablecoin/security';
import { EXIT, type ExitCode, type ToolOptions } from '../output';
import { copyDataFolder } from './copy-data-folder';
import { MANIFEST, sha256Of, type Manifest, type WrittenManifest } from './manifest';
import { writeEvents } from './write-events';

const USAGE = `Backs up a service, which may run and pay at the same time: the data folder of a standalone service, or the events of a
pair or a stack, read from their server.

  npm run backup -- <folder>                          a folder that does not exist yet
  npm run backup -- <folder> --metrics-file <file>    also says in a file when the backup was taken, for Prometheus
  npm run backup -- <folder> --events                 of a data folder whose service is stopped, as events: they can be restored
                                                      into a pair or a stack, and not into a data folder

With BACKUP_PASSPHRASE the files are encrypted (AES-256-GCM, scrypt). Without it the backup of a data folder holds secrets.key in
the clear, if the service made one: keep it like the key.
`;

/**
 * `npm run backup`.
 *
 * @throws Error when there is nothing to back up, the target exists, or something is damaged
 */
export async function makeBackup({ args, environment, output }: ToolOptions): Promise<ExitCode> {
  const asked = readArguments(args);
  if (asked === undefined) {
    output.write(USAGE);
    return EXIT.wrongUse;
  }
  const { target, metricsFile, asEvents } = asked;
  const configuration = readConfiguration(environment);
  const { eventStore } = configuration;
  if (eventStore === 'memory') throw new Error('EVENT_STORE_URL=memory: keeps nothing that could be backed up');
  if (existsSync(target))
    throw new Error(`${target} exists: name a folder that does not, a backup is never overwritten.`);
  mkdirSync(target, { recursive: true, mode: 0o700 });
  let manifest: Manifest;
  try {
    const written =
      eventStore === 'sqlite' && !asEvents
        ? copyDataFolder(configuration, target)
        : await writeEvents(configuration, target);
    manifest = await finish(written, target, environment);
  } catch (error) {
    rmSync(target, { recursive: true, force: true });
    throw error;
  }
  const { events, files, taken_at: takenAt, encrypted } = manifest;
  const what = events === undefined ? `${files.length} files` : `${events} events`;
  output.write(`${target}: ${what} of ${takenAt}, checked, ${encrypted ? 'encrypted' : 'not encrypted'}\n`);
  // What follows does not take the backup back when it fails.
  if (metricsFile !== undefined) writeMetrics(metricsFile, manifest);
  return EXIT.done;
}

interface Asked {
  readonly target: string;
  readonly metricsFile: string | undefined;
  readonly asEvents: boolean;
}

function readArguments(args: readonly string[]): Asked | undefined {
  try {
    const options = { 'metrics-file': { type: 'string' }, events: { type: 'boolean', default: false } } as const;
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [target, ...rest] = positionals;
    if (target === undefined || rest.length > 0) return undefined;
    return { target, metricsFile: values['metrics-file'], asEvents: values.events };
  } catch {
    return undefined;
  }
}

/** Encrypts the files if there is a passphrase, and writes the manifest. */
async function finish(
  { names, takenAt, events }: WrittenManifest,
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
    version: 1,
    taken_at: takenAt.toISOString(),
    encrypted: seal !== null,
    files,
    ...(events === undefined ? {} : { events }),
  };
  writeFileSync(join(target, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
  return manifest;
}

/** For the textfile collector of Prometheus' node exporter, which may read at any time: the file is replaced as a whole. */
function writeMetrics(file: string, { taken_at: takenAt }: Manifest): void {
  const name = 'stablecoin_backup_taken_timestamp_seconds';
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(
    unfinished,
    [
      `# HELP ${name} When the newest complete backup was taken.`,
      `# TYPE ${name} gauge`,
      `${name} ${Date.parse(takenAt) / 1_000}`,
      '',
    ].join('\n'),
  );
  renameSync(unfinished, file);
}
