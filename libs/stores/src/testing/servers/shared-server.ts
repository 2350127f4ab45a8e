import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@stablecoin/event-sourcing/testing';

/** A server that a test has started. */
export interface StartedServer {
  readonly url: string;
  readonly pid: number;
  /** The folder of its data, removed when it has stopped. */
  readonly data: string;
}

const STARTED_WITHIN_MS = 30_000;

/**
 * Starts a server once for all tests of this run, in whichever process needs it first. `tests/support/stop-servers.cjs`
 * stops it after the last one.
 *
 * @returns its URL
 */
export async function sharedServer(name: string, start: () => Promise<StartedServer>): Promise<string> {
  const folder = process.env['TEST_SERVERS'];
  if (folder === undefined) throw new Error('tests that need servers run under Jest, which stops them');
  const note = join(folder, `${name}.json`);
  if (isFirst(join(folder, name))) {
    const started = await start().catch((error: unknown) => ({ failed: String(error) }));
    // Whoever reads it finds all of it.
    writeFileSync(`${note}.part`, JSON.stringify(started));
    renameSync(`${note}.part`, note);
  }
  await eventually(() => existsSync(note), { withinMs: STARTED_WITHIN_MS });
  const started = JSON.parse(readFileSync(note, 'utf8')) as StartedServer | { readonly failed: string };
  if ('failed' in started) throw new Error(`${name} did not start: ${started.failed}`);
  return started.url;
}

function isFirst(mark: string): boolean {
  try {
    mkdirSync(mark);
    return true;
  } catch {
    return false;
  }
}
