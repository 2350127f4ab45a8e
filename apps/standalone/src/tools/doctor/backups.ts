import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { MANIFEST, readManifest } from '../backup/manifest';
import type { CheckContext } from './check-context';
import { fail, ok, warn, type DoctorFinding } from './finding';

const CHECK = 'backup';
const HOUR_MS = 3_600_000;
/** A backup every day, and two hours for it. */
const AGE_MOST_MS = 26 * HOUR_MS;

/**
 * How old the newest backup is.
 *
 * @param folder - of backups, or one backup
 */
export function checkBackups(
  folder: string | undefined,
  { configuration }: Pick<CheckContext, 'configuration'>,
  now: number,
): DoctorFinding {
  const { evm, solana } = configuration.liveChains;
  if (folder === undefined) {
    const advice = 'Name the folder of the backups with --backups.';
    const isLive = evm !== null || solana !== null;
    return isLive
      ? warn(CHECK, 'not looked for', advice)
      : ok(CHECK, 'not looked for: name the folder of the backups with --backups');
  }
  const advice = 'Run: npm run backup -- <folder>';
  if (!existsSync(folder)) return fail(CHECK, `there is no folder ${folder}`, advice);
  const times = [folder, ...readdirSync(folder).map((name) => join(folder, name))]
    .filter((each) => statSync(each).isDirectory() && existsSync(join(each, MANIFEST)))
    .map((each) => ({ each, at: Date.parse(readManifest(each).taken_at) }))
    .sort((one, other) => other.at - one.at);
  const [newest] = times;
  if (newest === undefined) return fail(CHECK, `there is no complete backup in ${folder}`, advice);
  const age = now - newest.at;
  const message = `the newest, ${newest.each}, is ${(age / HOUR_MS).toFixed(1)} hours old`;
  return age > AGE_MOST_MS ? warn(CHECK, message, advice) : ok(CHECK, message);
}
