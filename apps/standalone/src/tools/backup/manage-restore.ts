import { parseArgs } from 'node:util';
import { readConfiguration } from '@stablecoin/configuration';
import { acceptGeneration, endGenerations, generationsOf, type Generation } from '@stablecoin/event-sourcing';
import { restoredGeneration, type Runtime } from '@stablecoin/runtime';
import { withLocalChains } from '../../local-chains';
import { openDataOrServers } from '../open-data';
import { EXIT, type ExitCode, type ToolOptions } from '../output';
import { readManifest } from './manifest';
import { restoreBackup } from './restore-backup';
import { restoreEvents } from './restore-events';
import { withRestoredFrom } from './restored';
import { requireExpired, review, show } from './review';

const USAGE = `Restores a backup, and lets its service pay again.

  npm run restore -- <folder>                  restores a backup: of a data folder into DATA_DIR, of events into EVENT_STORE_URL
                                               and DATABASE_URL. Each has to be empty
  npm run restore -- review                    the transfers on chain since the backup that no payment explains
  npm run restore -- accept --ended <time>     the service may start: it had ended everywhere by this time, such as
                                               2026-01-31T12:00:00Z. Refused until nothing that it signed can take effect
  npm run restore -- end                       clients have repeated their keys: no record is missing any more

The service has to be stopped, every instance of it. BACKUP_PASSPHRASE opens an encrypted backup. After a restore with other
tools, set RESTORED_FROM to the time of the backup, for this command or for the service.
`;

const NOT_RESTORED =
  'Nothing was restored here, or the restore has ended. After a restore with other tools, set RESTORED_FROM to the time of the backup.';

/**
 * `npm run restore`.
 *
 * @throws Error of one line
 */
export async function manageRestore(options: ToolOptions): Promise<ExitCode> {
  const { args, environment, output } = options;
  const asked = readArguments(args);
  if (asked === undefined) {
    output.write(USAGE);
    return EXIT.wrongUse;
  }
  const { command, ended } = asked;
  if (command !== 'review' && command !== 'accept' && command !== 'end') return restore(command, options);
  const restored = withRestoredFrom(environment);
  const runtime = await openDataOrServers(command === 'end' ? restored : await withLocalChains(restored), {
    usesChains: command !== 'end',
  });
  try {
    return await carryOut(command, await requireRestored(runtime), { runtime, ended, output });
  } finally {
    await runtime.close();
  }
}

/** What a restored service needs before it may start, and after. */
async function carryOut(
  command: 'review' | 'accept' | 'end',
  { name, since }: Restored,
  { runtime, ended, output }: { readonly runtime: Runtime; readonly ended: number } & Pick<ToolOptions, 'output'>,
): Promise<ExitCode> {
  const { store } = runtime;
  if (command === 'end') {
    await endGenerations(store, Date.now());
    output.write('Done. Start the service again.\n');
    return EXIT.done;
  }
  const reviewed = await review(runtime, since);
  if (command === 'review') {
    output.write(`What was paid since ${new Date(since).toISOString()}:\n`);
    return show(runtime, reviewed, output);
  }
  requireExpired(runtime, reviewed, ended);
  await acceptGeneration(store, name, Date.now());
  output.write('Accepted: the service may start.\n');
  return EXIT.done;
}

async function restore(source: string, options: ToolOptions): Promise<ExitCode> {
  const { environment, output } = options;
  const { events, ...manifest } = readManifest(source);
  if (isInFolder(environment) !== (events === undefined)) {
    throw new Error(
      `The backup is of ${events === undefined ? 'a data folder' : 'events on a server'}: set EVENT_STORE_URL as the service had it.`,
    );
  }
  if (manifest.encrypted && (environment['BACKUP_PASSPHRASE'] ?? '') === '') {
    throw new Error('The backup is encrypted: set BACKUP_PASSPHRASE.');
  }
  if (events === undefined) await restoreBackup(source, manifest, options, Date.now());
  else {
    const code = await restoreEvents(source, { ...manifest, events }, options);
    if (code !== EXIT.done) return code;
  }
  output.write('It does not start before: npm run restore -- review, and npm run restore -- accept\n');
  return EXIT.done;
}

/** The newest generation, and since when records may be missing: since the oldest one that has not ended. */
type Restored = Pick<Generation, 'name' | 'since'>;

/** @throws Error when nothing was restored, or not completely */
async function requireRestored({ configuration, store }: Runtime): Promise<Restored> {
  const newest = await restoredGeneration(configuration, store, Date.now());
  const open = (await generationsOf(store)).filter(({ stage }) => stage !== 'ended');
  if (newest === null || open.length === 0) throw new Error(NOT_RESTORED);
  return { name: newest.name, since: Math.min(...open.map(({ since }) => since)) };
}

function isInFolder(environment: ToolOptions['environment']): boolean {
  const { eventStore } = readConfiguration(environment);
  return eventStore === 'sqlite' || eventStore === 'memory';
}

function readArguments(args: readonly string[]): { readonly command: string; readonly ended: number } | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { ended: { type: 'string' } },
      allowPositionals: true,
    });
    const [command, ...rest] = positionals;
    const ended = Date.parse(values.ended ?? '');
    if (command === undefined || rest.length > 0 || (command === 'accept') !== (values.ended !== undefined))
      return undefined;
    return command === 'accept' && Number.isNaN(ended) ? undefined : { command, ended };
  } catch {
    return undefined;
  }
}
