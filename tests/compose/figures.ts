import type { Column } from '../../bench/src/report/section';
import { table } from '../../bench/src/report/table';
import type { FaultSeen } from './container-faults';

const COLUMNS: readonly Column[] = [
  { key: 'what', title: 'container', format: 'text' },
  { key: 'fault', title: 'what happens', format: 'text' },
  { key: 'payments', title: 'payments', format: 'whole' },
  { key: 'sentAgain', title: 'sent again', format: 'whole' },
  { key: 'longest', title: 'longest wait s', format: 'tenths' },
];

/** Writes how long some work has taken to the standard error. */
export async function figure<T>(what: string, work: () => Promise<T>): Promise<T> {
  const from = performance.now();
  const result = await work();
  process.stderr.write(`${what} ${((performance.now() - from) / 1_000).toFixed(1)} s\n`);
  return result;
}

/** For people, in Markdown. */
export function tableOf(seen: readonly FaultSeen[]): string {
  if (seen.length === 0) return '';
  return `${table(
    COLUMNS,
    seen.map(({ longestMs, ...each }) => ({ ...each, longest: longestMs / 1_000 })),
  )}\n`;
}
