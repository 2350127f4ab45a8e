/**
 * @needs own-service
 * @slow 60
 */
import { writeSync } from 'node:fs';
import { ensureBuilt } from '../e2e/support/ensure-built';
import {
  AMOUNT_UNITS,
  megabytes,
  runOnFullDisk,
  type FullDiskRun,
  type MemorySample,
  type SentOrder,
} from './full-disk-run';

/** `npm run crash -- --full-disk` sets these; what is run without them takes seconds. */
const FULL_SECONDS = Number(process.env['FULL_DISK_SECONDS'] ?? 30);
const RATE = Number(process.env['FULL_DISK_RATE'] ?? 50);
const REPORT_FD = process.env['FULL_DISK_REPORT_FD'];
const FREE_SECONDS = 3;

/** An order without a key is recorded within so long of when it came, or never (protocol rule 30). */
const EXPIRES_MS = 15_000;
/** How much later an order may come to the service than it was sent. */
const ON_THE_WAY_MS = 10_000;
/** Memory is flat when the peak of the second half of the outage is at most so many times that of the first half. */
const FLAT_SHARE = 1.1;
const FLAT_SECONDS_MIN = 120;

const isLinux = process.platform === 'linux';
if (!isLinux) process.stderr.write('A full disk, by the limits of a process: skipped, it takes Linux\n');

(isLinux ? describe : describe.skip)('Orders without keys while nothing can be written (protocol rule 30)', () => {
  let run: FullDiskRun;
  const report = (line: string): void => {
    if (REPORT_FD !== undefined) writeSync(Number(REPORT_FD), `${line}\n`);
  };

  beforeAll(
    async () => {
      ensureBuilt();
      run = await runOnFullDisk({ fullSeconds: FULL_SECONDS, freeSeconds: FREE_SECONDS, rate: RATE, report });
      report(summary(run));
    },
    (FULL_SECONDS + 300) * 1_000,
  );

  it('never executes an order after its deadline when the client got an error', () => {
    const { from, to } = run.full;
    // Nothing could be written until after their deadline.
    const expired = run.orders.filter(
      (order) => order.sentAt > from && order.sentAt + ON_THE_WAY_MS + EXPIRES_MS < to && !isAcknowledged(order),
    );
    expect(expired.length).toBeGreaterThan(0);
    const memos = new Set(expired.map(({ memo }) => memo));
    expect(run.payments.filter(({ memo, status }) => status === 'settled' && memos.has(String(memo)))).toEqual([]);
  });

  it('has every acknowledged payment exactly once, and no other payment', () => {
    const byId = new Map(run.payments.map((payment) => [payment.id, payment]));
    const lost = run.orders.filter((order) => isAcknowledged(order) && !byId.has(order.paymentId ?? ''));
    expect(lost).toEqual([]);
    expect(new Set(run.payments.map(({ memo }) => memo)).size).toBe(run.payments.length);
    const settled = run.payments.filter(({ status }) => status === 'settled').length;
    expect(run.spent).toBe(BigInt(settled) * AMOUNT_UNITS);
    // Some were paid before and after, or there would be nothing to see here.
    expect(settled).toBeGreaterThan(RATE);
  });

  it('answers every order, with a retryable error while nothing can be written', () => {
    expect(run.orders.filter(({ status }) => status === undefined)).toEqual([]);
    const { from, to } = run.full;
    const during = run.orders.filter(({ sentAt, answeredAt = Infinity }) => sentAt > from + 1_000 && answeredAt < to);
    expect(during.length).toBeGreaterThan(0);
    expect(during.filter(({ status }) => status !== 500 && status !== 429)).toEqual([]);
  });

  // In seconds, a heap that is warming up cannot be told from one that grows.
  (FULL_SECONDS >= FLAT_SECONDS_MIN ? it : it.skip)('has a memory that stays as it is', () => {
    const { first, second } = peaks(run.memory);
    expect(second).toBeLessThanOrEqual(FLAT_SHARE * first);
  });
});

function isAcknowledged({ status }: SentOrder): boolean {
  return status !== undefined && status < 300;
}

/** The most memory that was taken in each half. */
function peaks(memory: readonly MemorySample[]): { readonly first: number; readonly second: number } {
  const middle = (memory.at(-1)?.at ?? 0) / 2;
  const peak = (samples: readonly MemorySample[]): number => Math.max(...samples.map(({ bytes }) => bytes));
  return { first: peak(memory.filter(({ at }) => at <= middle)), second: peak(memory.filter(({ at }) => at > middle)) };
}

function summary({ orders, payments, memory, reachedRate }: FullDiskRun): string {
  const count = (statuses: readonly (number | string | undefined)[]): string => {
    const counts = new Map<string, number>();
    for (const status of statuses) counts.set(String(status), (counts.get(String(status)) ?? 0) + 1);
    return [...counts].map(([status, times]) => `${times} × ${status}`).join(', ');
  };
  const { first, second } = peaks(memory);
  return [
    `${orders.length} orders, ${reachedRate.toFixed(0)} a second while nothing could be written`,
    `answers: ${count(orders.map(({ status }) => status))}`,
    `payments: ${count(payments.map(({ status }) => status))}`,
    `memory: at most ${megabytes(first)} MB in the first half, ${megabytes(second)} MB in the second`,
  ].join('\n');
}
