import { Random } from '@stablecoin/event-sourcing/testing';
import { CRASH_POINTS, nameOf } from '../../apps/standalone/src/testing/faults/crash-points';
import type { LoadSize } from '../rig/load/account-under-load';
import { checkEverything } from '../rig/audit/checks';
import { CrashRig, PATIENT, type CrashRigOptions } from '../rig/start/crash-rig';

/** One kill: the process is to kill itself at the so-manieth time that it passes the point. */
export interface PlannedKill {
  readonly point: string;
  readonly time: number;
}

/** What became of a seed. */
export interface CampaignRun {
  readonly seed: number;
  readonly plan: readonly PlannedKill[];
  /** Which kills of the plan came about: where the load does not pass a point so often, nothing is killed. */
  readonly killed: readonly number[];
  /** What did not hold; null: everything did. */
  readonly failure: string | null;
  readonly tookMs: number;
}

const KILLS_MAX = 3;
const TIMES = [1, 1, 2, 3, 5, 8, 13] as const;
/** Has no factor in common with the number of points: seeds that follow each other crash at points of different kinds. */
const STRIDE = 37;
const LAST_LOAD: LoadSize = { orders: 4, unkeyed: 1 };
const LOAD: LoadSize = { orders: 12, unkeyed: 2 };
/** Enough for every way that an order can go. */
export const FULL_LOAD: LoadSize = { orders: 34, unkeyed: 3 };

/** The waits of the service are short, so that a run is. */
export const CAMPAIGN: Omit<CrashRigOptions, 'seed'> = {
  wallet: { chain: 'ethereum', usdc: '5000.00', spend_limit: '10.00' },
  environment: {
    APPROVAL_TTL_MS: '1500',
    REVIEW_TTL_MS: '1000',
    SANDBOX_VALIDITY_MS: '500',
  },
};

/** The kills of a seed. The first kills of seeds that follow each other take every point in turn. */
export function planOf(seed: number): readonly PlannedKill[] {
  const random = new Random(seed);
  const kills = random.chance(0.4) ? 2 + random.below(KILLS_MAX - 1) : 1;
  return Array.from({ length: kills }, (_, kill) => {
    const place = kill === 0 ? seed * STRIDE : random.below(CRASH_POINTS.length);
    const point = CRASH_POINTS[place % CRASH_POINTS.length];
    if (point === undefined) throw new Error('there are no crash points');
    return { point: nameOf(point), time: random.pick(TIMES) };
  });
}

export function describeKill({ point, time }: PlannedKill): string {
  return `${point}#${time}`;
}

/** Loads the service, has it killed as planned, starts it again, retries all keys, and checks what is left. */
export async function runSeed(
  seed: number,
  { isPair = false }: { readonly isPair?: boolean } = {},
): Promise<CampaignRun> {
  const plan = planOf(seed);
  const killed: number[] = [];
  const startedAt = Date.now();
  const environment = { ...CAMPAIGN.environment, ...PATIENT };
  const failure = await CrashRig.use({ seed, ...CAMPAIGN, environment, isPair }, async (rig) => {
    for (const [round, kill] of plan.entries()) {
      const survived = await untilDeadOrAtRest(rig, round, LOAD, { CRASH_AT: describeKill(kill) });
      if (!survived) killed.push(round);
      await rig.kill();
    }
    await rig.start();
    // Some come anew, so that there is something to check where the first start was killed.
    await Promise.all(rig.accounts.map((account) => account.load(plan.length, LAST_LOAD)));
    await Promise.all(rig.accounts.flatMap(({ witness }) => witness.orders.map((order) => witness.send(order))));
    checkEverything(await rig.examine(await rig.rest()));
  }).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  return { seed, plan, killed, failure, tookMs: Date.now() - startedAt };
}

/**
 * Starts the service with faults and loads it until nothing is under way any more.
 *
 * @returns false when the service has died meanwhile
 */
export async function untilDeadOrAtRest(
  rig: CrashRig,
  round: number,
  size: LoadSize,
  faults: Readonly<Record<string, string>>,
): Promise<boolean> {
  if (!(await rig.start(faults))) return false;
  await Promise.all(rig.accounts.map((account) => account.load(round, size)));
  return rig.unlessItDies(() => rig.rest());
}
