// `npm run crash`: kills the built service at points chosen from seeds, and checks what is left after each.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { ensureBuilt, ensureInstalled, requireSupportedNode, root } from './workspace.mjs';

const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
const E2E = ['--config', 'jest.e2e.config.cjs'];
const USAGE = `Kills the built service at numbered points of its work, starts it again, and checks that nothing is lost or doubled.

  npm run crash -- --seed <n> --runs <n>    so many seeds from this one on (1 and 12, unless told)
  npm run crash -- --points                 the points
  npm run crash -- --pair --seed <n> --runs <n>
                                            the same on instances that stand by for each other on one PostgreSQL: the leader
                                            is killed or frozen, and woken when the next one leads
  npm run crash -- --live --seed <n>        every point of a live payment, on local chains with three endpoints each, of
                                            which one lies by the seed: some minutes
  npm run crash -- --full-disk              orders without keys while no file can grow: 600 s at 500 a second, unless
                                            --seconds <n> and --rate <n> say otherwise; Linux only
  npm run crash -- --lost-hour              200 payments on local chains after a backup, unless --payments <n> says
                                            otherwise; everything but the backup is lost, and every key is repeated
  npm run crash -- --restores               backups in the middle of payments, each restored: 8 payments in each cell of the
                                            matrix, unless --payments <n> says otherwise, on a data folder, on a pair, and by
                                            dumps of its database; --cells <pattern> selects some, such as
                                            'solana/key/authorized/*', and --on folder, pair or dump one place: some hours
`;

const { seed, runs, points, live, pair, fullDisk, seconds, rate, lostHour, payments, restores, cells, on } =
  readArguments();
requireSupportedNode();
await ensureInstalled();
await ensureBuilt();
if (points) console.log(crashPoints().crashPointTable());
else if (live) process.exitCode = await testsOf({ CRASH_LIVE: '1', CRASH_FIRST_SEED: seed }, ...E2E, 'crash-live');
else if (fullDisk) process.exitCode = await fullDiskRun();
else if (lostHour) process.exitCode = await testsOf({ CRASH_LOST_HOUR: payments }, ...E2E, 'lost-hour');
else if (restores) {
  const env = { RESTORE_CELLS: cells, RESTORE_PAYMENTS: payments, RESTORE_ON: on };
  process.exitCode = await testsOf(env, 'restore-matrix');
} else process.exitCode = await campaign();

function readArguments() {
  const number = { type: 'string' };
  const flag = { type: 'boolean' };
  try {
    const { values } = parseArgs({
      options: {
        ...{ seed: number, runs: number, points: flag, live: flag, pair: flag },
        ...{ 'full-disk': flag, seconds: number, rate: number },
        ...{ 'lost-hour': flag, payments: number },
        ...{
          restores: flag,
          cells: { type: 'string', default: 'all' },
          on: { type: 'string', default: 'folder,pair,dump' },
        },
      },
    });
    const parsed = {
      ...{ seed: Number(values.seed ?? 1), runs: Number(values.runs ?? 12) },
      ...{ points: values.points === true, live: values.live === true, pair: values.pair === true },
      ...{ fullDisk: values['full-disk'] === true },
      ...{ lostHour: values['lost-hour'] === true, restores: values.restores === true },
      ...{ payments: Number(values.payments ?? (values.restores ? 8 : 200)), cells: values.cells, on: values.on },
      ...{ seconds: Number(values.seconds ?? 600), rate: Number(values.rate ?? 500) },
    };
    if (
      !Number.isSafeInteger(parsed.seed) ||
      !Number.isSafeInteger(parsed.runs) ||
      parsed.seed < 0 ||
      parsed.runs < 1
    ) {
      throw new Error('a seed is a whole number, and so are the runs');
    }
    if (!Number.isSafeInteger(parsed.payments) || parsed.payments < 1) throw new Error('payments is a whole number');
    if (!(parsed.seconds > 0) || !(parsed.rate > 0)) throw new Error('seconds and rate are numbers above zero');
    return parsed;
  } catch (error) {
    console.error(`${error.message}\n\n${USAGE}`);
    process.exit(2);
  }
}

function crashPoints() {
  const require = createRequire(import.meta.url);
  return require(join(root, 'apps', 'standalone', 'dist', 'testing', 'faults', 'crash-points.js'));
}

/** What happens is told through a pipe, a line at a time. */
async function fullDiskRun() {
  const args = [...E2E, '--runInBand', 'full-disk'];
  const child = spawn(process.execPath, [jest, ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
    env: { ...process.env, FULL_DISK_SECONDS: seconds, FULL_DISK_RATE: rate, FULL_DISK_REPORT_FD: '3' },
  });
  const ended = new Promise((resolve) => child.on('close', resolve));
  for await (const line of createInterface({ input: child.stdio[3] })) console.log(line);
  return ended;
}

/** Jest says what it is at by itself. */
function testsOf(env, ...args) {
  const variables = { ...process.env, ...env };
  const child = spawn(process.execPath, [jest, '--runInBand', ...args], {
    cwd: root,
    stdio: 'inherit',
    env: variables,
  });
  return new Promise((resolve) => child.on('close', resolve));
}

/** Jest runs the seeds, and tells of each through a pipe, as a line of JSON. */
async function campaign() {
  const args = [...E2E, '--runInBand', 'crash-points', '-t', 'Killed at a point'];
  const child = spawn(process.execPath, [jest, ...args], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      CRASH_FIRST_SEED: seed,
      CRASH_RUNS: runs,
      CRASH_REPORT_FD: '3',
      ...(pair ? { CRASH_PAIR: '1' } : {}),
    },
  });
  const ended = new Promise((resolve) => child.on('close', resolve));
  let words = '';
  child.stderr.on('data', (chunk) => (words += chunk));
  const all = [];
  for await (const line of createInterface({ input: child.stdio[3] })) {
    const run = JSON.parse(line);
    all.push(run);
    console.log(lineOf(run));
  }
  const exitCode = await ended;
  summarize(all);
  if (all.length === runs) return exitCode;
  console.error(`only ${all.length} of ${runs} seeds were run:\n${words}`);
  return 1;
}

function lineOf({ seed, plan, killed, failure, tookMs }) {
  const kills = plan.map(
    ({ point, time }, index) => `${point}#${time}${killed.includes(index) ? '' : ' (not reached)'}`,
  );
  const verdict = failure === null ? 'everything holds' : `FAILED\n${failure.replace(/^/gm, '    ')}`;
  return `seed ${seed}: killed ${kills.join(', then ')}: ${verdict} (${(tookMs / 1000).toFixed(1)} s)`;
}

function summarize(all) {
  const kills = all.flatMap(({ plan, killed }) => killed.map((index) => plan[index].point));
  const failed = all.filter(({ failure }) => failure !== null);
  const { CRASH_POINTS, nameOf } = crashPoints();
  const missed = CRASH_POINTS.filter((point) => !kills.includes(nameOf(point)));
  const seen = CRASH_POINTS.length - missed.length;
  console.log(
    `\n${all.length} seeds, ${kills.length} kills at ${seen} of ${CRASH_POINTS.length} points, ${failed.length} failed`,
  );
  for (const { seed } of failed) console.log(`  npm run crash -- --seed ${seed} --runs 1`);
}
