import { accessSync, constants, existsSync, readFileSync, readdirSync, statSync, statfsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { NODE_RECOMMENDED, nodeState } from '@stablecoin/host';
import { DataFolderInUseError, DataFolderLock } from '@stablecoin/stores';
import type { CheckContext } from './check-context';
import { fail, ok, warn, type DoctorFinding } from './finding';

/** @param isLive - whether live mode pays on a public network */
export function checkNode(version: string, today: Date, isLive: boolean): DoctorFinding {
  const advice = `Install Node ${NODE_RECOMMENDED}: docs/going-live.md.`;
  switch (nodeState(version, today)) {
    case 'too old':
      return fail('node', `Node ${version} is too old for this service`, advice);
    case 'unpatched': {
      const message = `Node ${version} can be taken over by a compressed answer of another server (CVE-2026-111497)`;
      return isLive ? fail('node', message, advice) : warn('node', message, advice);
    }
    case 'out of support':
      return warn('node', `Node ${version} gets no security fixes any more`, advice);
    case 'ok':
      return ok('node', `Node ${version}`);
  }
}

const GB = 1_000_000_000;
const FREE_LEAST = { warn: 5 * GB, fail: 0.5 * GB };
/** What a settled payment takes: docs/operations.md#the-data-folder. */
const PAYMENT_BYTES = 10_000;

/** The data folder: none is needed where everything is on servers. */
export function checkFolder({ configuration, service }: CheckContext): readonly DoctorFinding[] {
  const { dataDir, eventStore, database } = configuration;
  if (eventStore === 'memory' || (eventStore !== 'sqlite' && typeof database === 'object')) return [];
  const folder = resolve(dataDir);
  if (!existsSync(folder)) {
    const parent = existingParent(folder);
    const unwritable = unwritableIn([parent]);
    if (unwritable !== undefined) {
      return [
        fail(
          'data folder',
          `${folder} cannot be made in ${parent}`,
          'Give the user of the service the right to write there.',
        ),
      ];
    }
    return [
      warn('data folder', `${folder} is not there`, 'The first start makes it. If there was one, set DATA_DIR to it.'),
      checkSpace(parent),
    ];
  }
  const unwritable = unwritableIn([folder, ...readdirSync(folder).map((name) => join(folder, name))]);
  if (unwritable !== undefined) {
    return [fail('data folder', `${unwritable} cannot be written`, 'Give it to the user that runs the service.')];
  }
  return [ok('data folder', `${folder} can be written`), checkLock(folder, service.isRunning), checkSpace(folder)];
}

function existingParent(folder: string): string {
  const parent = dirname(folder);
  return existsSync(parent) ? parent : existingParent(parent);
}

function unwritableIn(paths: readonly string[]): string | undefined {
  return paths.find((path) => {
    try {
      accessSync(path, constants.R_OK | constants.W_OK);
      return false;
    } catch {
      return true;
    }
  });
}

function checkSpace(folder: string): DoctorFinding {
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  const payments = Math.floor(free / PAYMENT_BYTES).toLocaleString('en');
  const message = `${(free / GB).toFixed(1)} GB are free, enough for ${payments} payments`;
  if (free < FREE_LEAST.fail) return fail('disk', message, 'Make room: the service refuses payments on a full disk.');
  return free < FREE_LEAST.warn ? warn('disk', message, 'Make room, or enlarge the disk.') : ok('disk', message);
}

/** Takes the lock for a moment, as every tool does that needs a stopped service. */
function checkLock(folder: string, isRunning: boolean): DoctorFinding {
  try {
    DataFolderLock.acquire(folder).release();
  } catch (error) {
    if (!(error instanceof DataFolderInUseError)) throw error;
    const holder = holderOf(join(folder, 'in-use.lock'));
    if (isRunning) return ok('lock', `held by ${holder}, and the service answers`);
    return warn('lock', `held by ${holder}, and nothing answers on PORT`, 'See the log of that process, or end it.');
  }
  return isRunning
    ? warn('lock', 'no process uses the data folder, but a service answers', 'Set DATA_DIR as that service has it.')
    : ok('lock', 'no process uses the data folder');
}

/** The process that has a file locked, as Linux says it. */
function holderOf(file: string): string {
  try {
    const { ino } = statSync(file);
    const held = readFileSync('/proc/locks', 'utf8')
      .split('\n')
      .find((line) => line.includes(`:${ino} `));
    const pid = held?.trim().split(/\s+/)[4];
    if (pid === undefined) return 'another process';
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    return `process ${pid} (${command})`;
  } catch {
    return 'another process';
  }
}
