import { MISFORTUNES } from './evm-campaign';
import type { EvmRun } from './evm-campaign';

/** What a campaign was, as a table: runs that did not fail. */
export function summaryOf(runs: readonly EvmRun[]): string {
  const sum = (of: (run: EvmRun) => number): number => runs.reduce((total, run) => total + of(run), 0);
  const rows = MISFORTUNES.map((name) => [
    name,
    sum(({ counts }) => counts.get(name) ?? 0),
    runs.filter(({ counts }) => counts.has(name)).length,
  ]);
  const types = [...new Set(runs.flatMap(({ outcomes }) => [...outcomes.keys()]))].toSorted();
  return [
    '',
    `${runs.length} runs hold: ${sum(({ payments }) => payments)} payments, ${sum(({ settled }) => settled)} settled`,
    '| what went wrong | times | runs |',
    '| --- | --- | --- |',
    ...rows.map((row) => `| ${row.join(' | ')} |`),
    '',
    ...types.map((type) => `${type}: ${sum(({ outcomes }) => outcomes.get(type) ?? 0)}`),
    '',
  ].join('\n');
}
