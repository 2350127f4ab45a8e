import type { Column } from '../../bench/src/report/section';
import { table } from '../../bench/src/report/table';
import type { ChainDrillRun } from './chain-drill';
import type { DrillRun } from './drill';

const COLUMNS: readonly Column[] = [
  { key: 'topology', title: 'topology', format: 'text' },
  { key: 'paymentsPerSecond', title: 'payments/s', format: 'whole' },
  { key: 'before', title: 'before the backup', format: 'whole' },
  { key: 'answered', title: 'in all', format: 'whole' },
  { key: 'backup', title: 'backup s', format: 'tenths' },
  { key: 'restore', title: 'restore s', format: 'tenths' },
  { key: 'lost', title: 'lost', format: 'whole' },
  { key: 'doubled', title: 'doubled', format: 'whole' },
  { key: 'overpaid', title: 'overpaid USDC', format: 'hundredths' },
];

/** The report for people, in Markdown. */
export function drillReport(
  { date, machine }: { readonly date: string; readonly machine: string },
  runs: readonly DrillRun[],
): string {
  const rows = runs.map(({ backupMs, restoreMs, ...run }) => ({
    ...run,
    backup: backupMs / 1_000,
    restore: restoreMs / 1_000,
  }));
  return `Run ${date} on ${machine}.\n\n${table(COLUMNS, rows)}\n`;
}

const CHAIN_COLUMNS: readonly Column[] = [
  { key: 'restore', title: 'restored', format: 'text' },
  { key: 'payments', title: 'payments', format: 'whole' },
  { key: 'settled', title: 'settled', format: 'whole' },
  { key: 'failed', title: 'failed', format: 'whole' },
  { key: 'overpaid', title: 'recipients overpaid', format: 'whole' },
  { key: 'paidAndToldFailed', title: 'paid and told failed', format: 'whole' },
  { key: 'toldSettledNotOnChain', title: 'settled and not on chain', format: 'whole' },
  { key: 'doubled', title: 'doubled', format: 'whole' },
  { key: 'difference', title: 'books and chain differ by, USDC', format: 'hundredths' },
];

/** The report of a drill on local chains, in Markdown. */
export function chainDrillReport(
  { date, machine }: { readonly date: string; readonly machine: string },
  runs: readonly ChainDrillRun[],
): string {
  return `Run ${date} on ${machine}.\n\n${table(
    CHAIN_COLUMNS,
    runs.map((run) => ({ ...run })),
  )}\n`;
}
