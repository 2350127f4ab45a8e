import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfiguration } from '@stablecoin/host';
import { SERVICES } from '@stablecoin/contracts';
import {
  beginGeneration,
  importEvents,
  newGenerationName,
  readRestoreMarker,
  writeRestoreMarker,
  type RestoreMarker,
} from '@stablecoin/stores';
import { type RecordedEvent } from '@stablecoin/event-sourcing';
import type { DeadLetter } from '@stablecoin/messaging';
import type { Runtime } from '@stablecoin/host';
import { FileSeal } from '@stablecoin/security';
import { openDataOrServers } from '../open-data';
import { EXIT, type ExitCode, type ToolOptions } from '../output';
import { Progress } from '../progress';
import { rebuild } from '../rebuild-read-models';
import { withTables } from '../service-tables';
import { readLines } from './lines';
import { DEAD_LETTERS, EVENTS, sha256Of, type Manifest } from './manifest';

/**
 * Restores the events of a backup into an event store that has none, and makes the read models from them. A restore that was
 * interrupted is continued. Services refuse to start on the store before it is complete, and then before the generation that
 * begins with it is accepted.
 *
 * @throws Error when there are other events or read models, or the backup is incomplete, changed, or encrypted with another
 * passphrase
 */
export async function restoreEvents(
  source: string,
  manifest: Manifest & { readonly events: number },
  { environment, output, signal }: Pick<ToolOptions, 'environment' | 'output' | 'signal'>,
): Promise<ExitCode> {
  const { database, dataDir } = readConfiguration(environment);
  if (database === 'sqlite') mkdirSync(dataDir, { recursive: true });
  const runtime = await openDataOrServers(environment);
  const { store, deadLetters } = runtime;
  const workshop = mkdtempSync(join(tmpdir(), 'stablecoin-payments-restore-'));
  try {
    const restoredFrom = Date.parse(manifest.taken_at);
    const before = await readRestoreMarker(store);
    await requireEmpty(runtime, before, restoredFrom);
    const generation = before?.generation ?? newGenerationName();
    const files = await openFiles(source, manifest, workshop, environment['BACKUP_PASSPHRASE'] ?? '');
    await writeRestoreMarker(store, { restoredFrom, isComplete: false, generation });

    const progress = new Progress(output, 'events');
    const history = whileWanted(readLines(files.get(EVENTS) ?? '') as AsyncIterable<RecordedEvent[]>, signal);
    const count = await importEvents(store, history, (done) => progress.at(done, manifest.events));
    if (count !== manifest.events) throw new Error(`${source} has ${count} events, not ${manifest.events}`);
    progress.end(`restored ${count} of ${manifest.taken_at}`);
    await beginGeneration(store, { name: generation, since: restoredFrom }, Date.now());
    for (const service of SERVICES) {
      await rebuild(runtime, service, new Progress(output, service), signal);
      if (signal.aborted) return EXIT.interrupted;
    }
    await restoreLetters(deadLetters, files.get(DEAD_LETTERS));
    await writeRestoreMarker(store, null);
    return EXIT.done;
  } catch (error) {
    if (signal.aborted) return EXIT.interrupted;
    throw error;
  } finally {
    rmSync(workshop, { recursive: true, force: true });
    await runtime.close();
  }
}

/** @param file - undefined: the backup has none */
async function restoreLetters(deadLetters: Runtime['deadLetters'], file: string | undefined): Promise<void> {
  if (file === undefined) return;
  for await (const batch of readLines(file)) {
    for (const letter of batch) await deadLetters.add(letter as DeadLetter);
  }
}

/** @throws Error when there is something that is not of an earlier part of this restore */
async function requireEmpty(runtime: Runtime, marker: RestoreMarker | null, restoredFrom: number): Promise<void> {
  if (marker?.isComplete === false && marker.restoredFrom === restoredFrom) return;
  if (marker !== null || (await runtime.store.head()) > 0) {
    throw new Error(
      'The event store is not empty: name an empty one in EVENT_STORE_URL, a restore never overwrites data.',
    );
  }
  for (const service of SERVICES) {
    const tables = await withTables(runtime.configuration, service, ({ names }) => Promise.resolve(names.size));
    if ((tables ?? 0) > 0) {
      throw new Error(
        `There are read models of the ${service} service already: name an empty database in DATABASE_URL, they may be ahead of the events.`,
      );
    }
  }
}

/**
 * Checks every file before anything is stored.
 *
 * @param workshop - takes what is decrypted
 * @returns the path of each by its name in the backup
 */
async function openFiles(
  source: string,
  { encrypted, files }: Manifest,
  workshop: string,
  passphrase: string,
): Promise<ReadonlyMap<string, string>> {
  const seal = new FileSeal(passphrase);
  const opened = new Map<string, string>();
  for (const { name, sha256 } of files) {
    const file = join(encrypted ? workshop : source, name);
    if (encrypted) await seal.open(join(source, `${name}.sealed`), file, name);
    if ((await sha256Of(file)) !== sha256) throw new Error(`${join(source, name)} is not the file of the backup`);
    opened.set(name, file);
  }
  return opened;
}

/** @throws the reason of the signal */
async function* whileWanted<T>(batches: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  for await (const batch of batches) {
    signal.throwIfAborted();
    yield batch;
  }
}
