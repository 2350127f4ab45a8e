import { setTimeout as pause } from 'node:timers/promises';
import type { Payment, TreasuryBalance } from '@stablecoin/contracts';
import { doubledKeys } from '../rig/audit/counts';
import { inTurns } from '../rig/load/in-turns';
import { Witness } from '../rig/load/witness';
import { Api } from '../e2e/support/api';
import { allEnded, KeyedPayments } from '../rig/load/keyed-payments';
import { API_KEY, OPENING, Site, type Topology } from '../rig/start/site';

const CHAINS = 3;
const ORDER = { to: '0x52908400098527886E0F7030069857D2E4169EE7', amount: '1.00' };
const SECONDS_AFTER = 5;
const AT_ONCE = 16;

export interface DrillOptions {
  readonly paymentsPerSecond: number;
  /** Where the backup goes: a folder that does not exist. */
  readonly backup: string;
  /** Is told of each step. */
  readonly say: (line: string) => void;
}

/** What became of a drill. */
export interface DrillRun {
  readonly topology: Topology;
  /** That were answered per second while the backup was made. */
  readonly paymentsPerSecond: number;
  /** Answered payments: in all, and before the backup began. */
  readonly answered: number;
  readonly before: number;
  /** How long the backup took, and the restore with its checks. */
  readonly backupMs: number;
  readonly restoreMs: number;
  /** Of those before the backup: how many the restored service does not have, or tells something else of. */
  readonly lost: number;
  /** Keys with more than one payment after all were sent again. */
  readonly doubled: number;
  /** What left the treasury beyond one amount for each settled payment, in USDC. */
  readonly overpaid: number;
}

/**
 * Backs up a service under load, destroys it with everything that it has written, restores it on another machine, and sends
 * every payment again with its key.
 */
export async function runDrill(
  topology: Topology,
  { paymentsPerSecond, backup, say }: DrillOptions,
): Promise<DrillRun> {
  const load = new KeyedPayments(paymentsPerSecond, () => ORDER);
  const former = await Site.open(topology);
  let before: ReadonlyMap<string, Payment>;
  let backupMs: number;
  let rate: number;
  try {
    const url = await former.start();
    say(`pays at ${url}`);
    const running = load.run(new Api(url, API_KEY));
    await load.keepsUp();
    before = new Map(load.answered);
    const from = performance.now();
    say(await former.tool('backup', backup));
    backupMs = performance.now() - from;
    rate = ((load.answered.size - before.size) * 1_000) / backupMs;
    await pause(SECONDS_AFTER * 1_000);
    load.stop();
    await running;
  } finally {
    load.stop();
    await former.destroy();
  }
  say(
    `${load.answered.size} payments were answered, ${before.size} before the backup; all but the backup is destroyed`,
  );

  const next = await Site.open(topology);
  try {
    const from = performance.now();
    await next.tool('restore', backup);
    say(await next.tool('restore', 'review'));
    await next.tool('restore', 'accept', '--ended', new Date().toISOString(), '--grants', 'all');
    const restoreMs = performance.now() - from;
    const api = new Api(await next.start(), API_KEY);
    const lost = await countLost(api, before);
    await load.sendAgain(api);
    say('every payment was sent again');
    const witness = Witness.of(api);
    const payments = await allEnded(witness);
    const settled = payments.filter(({ status }) => status === 'settled').length;
    const { usdc } = (await witness.read('/treasury/balance')) as unknown as TreasuryBalance;
    return {
      ...{ topology, paymentsPerSecond: rate, answered: load.answered.size, before: before.size },
      ...{ backupMs, restoreMs, lost, doubled: doubledKeys(payments) },
      overpaid: CHAINS * OPENING - Number(usdc) - settled,
    };
  } finally {
    await next.destroy();
  }
}

/** Payments whose client was answered before the backup, and that are not there as it was told. */
async function countLost(api: Api, before: ReadonlyMap<string, Payment>): Promise<number> {
  let lost = 0;
  await inTurns([...before.values()], AT_ONCE, async ({ id, status, idempotency_key: key }) => {
    const { body: found } = await api.get(`/payments/${id}`);
    if (found['idempotency_key'] !== key || (status === 'settled' && found['status'] !== 'settled')) lost++;
  });
  return lost;
}
