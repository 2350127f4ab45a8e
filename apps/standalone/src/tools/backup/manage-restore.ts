import { parseArgs } from 'node:util';
import { readConfiguration } from '@stablecoin/configuration';
import { writeRestoreMarker } from '@stablecoin/event-sourcing';
import { acceptRestore } from '@stablecoin/payment';
import { restoredFromOf, type Runtime } from '@stablecoin/runtime';
import { withLocalChains } from '../../local-chains';
import { openDataOrServers } from '../open-data';
import { EXIT, type ExitCode, type ToolOptions } from '../output';
import { readManifest } from './manifest';
import { restoreBackup } from './restore-backup';
import { restoreEvents } from './restore-events';
import { forgetRestore, withRestoredFrom } from './restored';
import { requireExpired, review, show } from './review';

const USAGE = `Restores a backup, and lets its service pay again.

  npm run restore -- <folder>                  restores a backup: of a data folder into DATA_DIR, of events into EVENT_STORE_URL
                                               and DATABASE_URL. Each has to be empty
  npm run restore -- review                    the transfers on chain since the backup that no payment explains
  npm run restore -- accept --ended <time>     the service may start: it had ended everywhere by this time, such as
                                               2026-01-31T12:00:00Z. Refused until nothing that it signed can take effect
  npm run restore -- end                       clients have repeated their keys: the service forgets that it was restored

The service has to be stopped, every instance of it. BACKUP_PASSPHRASE opens an encrypted backup. After a restore with other
tools, set RESTORED_FROM to the time of the backup, for this command and for the service.
`;

const NOT_RESTORED =
  'Nothing was restored here: set RESTORED_FROM to the time of the backup, or DATA_DIR to a restored folder.';

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
  if (command === 'end') {
    await end(restored);
    output.write('Done. Start the service again; where RESTORED_FROM is set, remove it before.\n');
    return EXIT.done;
  }
  const runtime = await openDataOrServers(await withLocalChains(restored), { usesChains: true });
  try {
    const restoredFrom = await requireRestored(runtime);
    const reviewed = await review(runtime, restoredFrom);
    if (command === 'review') return await show(runtime, reviewed, output);
    requireExpired(runtime, reviewed, ended);
    await acceptRestore(restoredFrom, runtime);
    output.write('Accepted: the service may start.\n');
    return EXIT.done;
  } finally {
    await runtime.close();
  }
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
  if (events === undefined) await restoreBackup(source, manifest, options, new Date());
  else {
    const code = await restoreEvents(source, { ...manifest, events }, options);
    if (code !== EXIT.done) return code;
  }
  output.write('It does not start before: npm run restore -- review, and npm run restore -- accept\n');
  return EXIT.done;
}

/** Forgets that the service was restored, in its data folder or its event store. */
async function end(restored: ToolOptions['environment']): Promise<void> {
  if (isInFolder(restored)) {
    if (readConfiguration(restored).restoredFrom === null) throw new Error(NOT_RESTORED);
    forgetRestore(restored);
    return;
  }
  const runtime = await openDataOrServers(restored);
  try {
    await requireRestored(runtime);
    await writeRestoreMarker(runtime.store, null);
  } finally {
    await runtime.close();
  }
}

/** @throws Error when nothing was restored, or not completely */
async function requireRestored({ configuration, store }: Runtime): Promise<number> {
  const restoredFrom = await restoredFromOf(configuration, store);
  if (restoredFrom !== null) return restoredFrom;
  throw new Error(NOT_RESTORED);
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
