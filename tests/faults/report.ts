import type { Column } from '../../bench/src/report/section';
import { table } from '../../bench/src/report/table';
import type { FaultRun } from './fault-run';

const COLUMNS: readonly Column[] = [
  { key: 'title', title: 'what happens', format: 'text' },
  { key: 'payments', title: 'payments', format: 'whole' },
  { key: 'sentAgain', title: 'sent again', format: 'whole' },
  { key: 'lost', title: 'lost', format: 'whole' },
  { key: 'doubled', title: 'doubled', format: 'whole' },
  { key: 'lasted', title: 'lasted s', format: 'tenths' },
  { key: 'flowsAfter', title: 'flow again s', format: 'tenths' },
  { key: 'verdict', title: 'invariants', format: 'text' },
];

/** Where and how it was run. */
export interface Circumstances {
  readonly date: string;
  readonly machine: string;
  readonly seed: number;
}

/** The report for people, in Markdown. */
export function faultReport({ date, machine, seed }: Circumstances, runs: readonly FaultRun[]): string {
  const rates = runs.map(({ paymentsPerSecond }) => paymentsPerSecond);
  const rate = [...new Set([Math.min(...rates), Math.max(...rates)].map((each) => each.toFixed(0)))].join(' to ');
  const rows = runs.map(({ failure, flowsAfterMs, lastedMs, ...run }) => ({
    ...run,
    lasted: lastedMs / 1_000,
    flowsAfter: flowsAfterMs === null ? null : flowsAfterMs / 1_000,
    verdict: failure === null ? 'hold' : 'FAILED',
  }));
  return `Run ${date} on ${machine}, seed ${seed}, ${rate} payments per second.\n\n${table(COLUMNS, rows)}\n`;
}
