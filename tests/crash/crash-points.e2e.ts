/**
 * @needs own-service
 * @slow 70
 */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { startPostgres } from '@stablecoin/stores/testing';
import { CRASH_POINTS, nameOf } from '../../apps/standalone/src/testing/faults/crash-points';
import {
  CAMPAIGN,
  type CampaignRun,
  describeKill,
  FULL_LOAD,
  planOf,
  runSeed,
  untilDeadOrAtRest,
} from './crash-campaign';
import { CrashRig } from '../rig/start/crash-rig';
import { ensureBuilt } from '../e2e/support/ensure-built';
import { reportRun } from './campaign-report';

/**
 * The built service is killed at numbered points of its work, chosen from a seed. `npm run crash -- --seed N --runs N`
 * runs seeds of one's choice, and prints what became of each.
 */
const FIRST_SEED = Number(process.env['CRASH_FIRST_SEED'] ?? 1);
const RUNS = Number(process.env['CRASH_RUNS'] ?? 12);
/** On two instances and one PostgreSQL: `npm run crash -- --pair`. */
const IS_PAIR = process.env['CRASH_PAIR'] === '1';
/** Runs under way: they wait more than they work. Each has its own service and folder, so none sees another. */
const AT_ONCE = 2;

/** Where a reservation comes after its payment was given up: now and then, and no load can force it. */
const RACES: ReadonlySet<string> = new Set(['append VoidAnswered']);

beforeAll(ensureBuilt);

let stopPostgres: () => Promise<void> = () => Promise.resolve();
beforeAll(async () => {
  if (!IS_PAIR) return;
  const { url, pid, data } = await startPostgres();
  process.env['TEST_POSTGRES_URL'] = url;
  stopPostgres = async () => {
    process.kill(pid, 'SIGQUIT');
    // Its own processes write there until they have ended.
    await eventually(() => {
      rmSync(data, { recursive: true });
    });
  };
});
afterAll(() => stopPostgres());

it('the load passes every crash point', async () => {
  const passed = await CrashRig.use({ seed: FIRST_SEED, ...CAMPAIGN }, async (rig) => {
    const trace = join(rig.folder, 'trace');
    expect(await untilDeadOrAtRest(rig, 0, FULL_LOAD, { CRASH_TRACE: trace })).toBe(true);
    return readFileSync(trace, 'utf8').trimEnd().split('\n');
  });
  const names = CRASH_POINTS.filter(({ name }) => !RACES.has(name)).map(nameOf);
  expect(names.filter((name) => !passed.includes(name))).toEqual([]);
});

describe('Killed at a point, and started again', () => {
  const seeds = Array.from({ length: RUNS }, (_, index) => FIRST_SEED + index);
  const plans = seeds.map((seed, index) => [seed, planOf(seed).map(describeKill).join(', then '), index] as const);
  const runs: Promise<CampaignRun>[] = [];

  beforeAll(() => {
    for (const [index, seed] of seeds.entries()) {
      const before = runs[index - AT_ONCE] ?? Promise.resolve();
      runs.push(before.then(() => runSeed(seed, { isPair: IS_PAIR })));
    }
  });

  it.each(plans)('seed %i, %s: everything holds', async (_seed, _plan, index) => {
    const run = await runs[index];
    if (run === undefined) throw new Error('the run was not begun');
    reportRun(run);
    expect(run.failure).toBeNull();
  });
});
