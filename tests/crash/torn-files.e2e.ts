/**
 * @needs own-service
 * @slow 90
 */
import { cpSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, Random } from '@stablecoin/event-sourcing/testing';
import { SqliteEventStore } from '@stablecoin/stores';
import { CAMPAIGN, untilDeadOrAtRest } from './crash-campaign';
import { checkEverything } from '../rig/audit/checks';
import { CrashRig } from '../rig/start/crash-rig';
import { ensureBuilt } from '../e2e/support/ensure-built';
import { EVM_RECIPIENT } from '../e2e/support/payments';
import type { AccountUnderLoad } from '../rig/load/account-under-load';
import type { Order } from '../rig/load/orders';
import type { Witness } from '../rig/load/witness';

/** Bad disks and bad clocks, under the load of the crash campaign and with its checks. */

const LOAD = { orders: 10, unkeyed: 2 };
/** What every file may still grow by. */
const ROOM_BLOCKS = 400;
/** A page and its header: what SQLite writes of one page into its log. */
const FRAME_BYTES = 4_096 + 24;

beforeAll(ensureBuilt);

/** Has the service come to rest without faults, and everything looked at. */
async function checkAtRest(rig: CrashRig, lookFirst = (_: Witness): unknown => undefined): Promise<void> {
  await Promise.all(rig.accounts.map((account) => account.load(9, LOAD)));
  await Promise.all(rig.accounts.flatMap(({ witness }) => witness.orders.map((order) => witness.send(order))));
  const accounts = await rig.rest();
  for (const { witness } of accounts) lookFirst(witness);
  checkEverything(await rig.examine(accounts));
}

/** Position of the last event in a data folder that stays as it is. */
async function headOf(folder: string): Promise<number> {
  const copy = mkdtempSync(join(tmpdir(), 'stablecoin-payments-copy-'));
  try {
    for (const file of readdirSync(folder).filter((name) => name.startsWith('events.db'))) {
      cpSync(join(folder, file), join(copy, file));
    }
    const store = await SqliteEventStore.open(join(copy, 'events.db'));
    const head = await store.head();
    await store.close();
    return head;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function cut(file: string, bytes: number): void {
  truncateSync(file, Math.max(0, statSync(file).size - bytes));
}

describe('A log that was cut short', () => {
  // Right after an append nobody outside has been told of it: its last write may have been under way when power failed.
  it.each([
    ['after append RequestAccepted', 5],
    ['after append SubmissionAssembled', 2],
  ])('%s: only the last transaction of the event store is lost, and no answered payment', async (point, time) => {
    const random = new Random(time);
    await CrashRig.use({ seed: time, ...CAMPAIGN }, async (rig) => {
      expect(await untilDeadOrAtRest(rig, 0, LOAD, { CRASH_AT: `${point}#${time}` })).toBe(false);
      const head = await headOf(rig.folder);
      cut(join(rig.folder, 'events.db-wal'), 1 + random.below(FRAME_BYTES));
      expect(await headOf(rig.folder)).toBeLessThan(head);
      await rig.start();
      await checkAtRest(rig);
    });
  });

  it('rebuilds what is missing when the log of every read model is cut short', async () => {
    await CrashRig.use({ seed: 7, ...CAMPAIGN }, async (rig) => {
      expect(await untilDeadOrAtRest(rig, 0, LOAD, { CRASH_AT: 'before append SubmissionFinal#2' })).toBe(false);
      const logs = readdirSync(rig.folder).filter((name) => /^(?!events|messaging).*\.db-wal$/.test(name));
      expect(logs).toHaveLength(6);
      const random = new Random(7);
      for (const log of logs) cut(join(rig.folder, log), random.below(statSync(join(rig.folder, log)).size));
      await rig.start();
      await checkAtRest(rig);
    });
  });
});

describe('A full disk', () => {
  it('answers retryable errors, loses nothing, and works again once there is room', async () => {
    await CrashRig.use({ seed: 11, ...CAMPAIGN }, async (rig) => {
      const full = join(rig.folder, 'full');
      expect(await rig.start({ DISK_FULL_WHILE: full })).toBe(true);
      const loads = Promise.all(rig.accounts.map((account) => account.load(0, LOAD)));
      await eventually(() => rig.accounts.every(({ witness }) => witness.paymentIds.length > 2));
      writeFileSync(full, '');
      for (const account of rig.accounts) await refuses(account);
      // Until clients are told that it takes too long, which is longer than a message that fails is tried again.
      await loads;
      rmSync(full);
      // Also what had waited for too long by then was told so.
      await checkAtRest(rig, expectAdviceToRetry);
    });
  });

  it('stops a service whose SQLite log is full, and the next start with room continues', async () => {
    await CrashRig.use({ seed: 12, ...CAMPAIGN }, async (rig) => {
      expect(await rig.start()).toBe(true);
      await rig.kill();
      const longest = Math.max(...readdirSync(rig.folder).map((name) => statSync(join(rig.folder, name)).size));
      const fileBlocksMax = Math.ceil(longest / 512) + ROOM_BLOCKS;
      expect(await rig.start({}, { fileBlocksMax })).toBe(true);
      const loads = Promise.all(rig.accounts.map((account) => account.load(0, LOAD)));
      await eventually(() => rig.accounts.some(({ witness }) => witness.toldToRetry.length > 0));
      await loads;
      for (const account of rig.accounts) await refuses(account);
      await rig.kill();
      await rig.start();
      await checkAtRest(rig);
    });
  });

  /** Writes are refused, and what was answered before can be read. */
  async function refuses({ name, witness }: AccountUnderLoad): Promise<void> {
    const body = { to: EVM_RECIPIENT, amount: '1.00', idempotency_key: `${name}-while-full` };
    const order: Order = { path: '/payments', headers: {}, body, then: 'wait', ends: [null] };
    witness.orders.push(order);
    await witness.send(order);
    expect(witness.answersTo(body)).toEqual([]);
    expect(expectAdviceToRetry(witness)).toBeGreaterThan(0);
    for (const id of witness.paymentIds) expect((await witness.read(`/payments/${id}`))['id']).toBe(id);
  }

  /** @returns how often it was given */
  function expectAdviceToRetry(witness: Witness): number {
    const told = witness.toldToRetry.splice(0);
    for (const { status, body } of told) {
      expect({ status, body }).toMatchObject({ status: 500, body: { code: 'internal_error', retryable: true } });
    }
    return told.length;
  }
});

describe('A clock that jumps back and forth', () => {
  it('loses nothing, duplicates nothing and delays nothing', async () => {
    await CrashRig.use({ seed: 13, ...CAMPAIGN }, async (rig) => {
      const faults = { CLOCK_JUMPS: '0,-4000,2000,-1000,3000,-2500,500' };
      expect(await untilDeadOrAtRest(rig, 0, LOAD, faults)).toBe(true);
      await rig.kill();
      expect(await untilDeadOrAtRest(rig, 1, LOAD, { ...faults, CRASH_AT: 'after append PaymentAuthorized#2' })).toBe(
        false,
      );
      expect(await untilDeadOrAtRest(rig, 2, LOAD, faults)).toBe(true);
      checkEverything(await rig.examine(await rig.rest()));
    });
  });
});
