import type { Column } from './section';

/** The columns of what a server has shown under load. */
export const FIGURES: readonly Column[] = [
  { key: 'requestsPerSecond', title: 'req/s', format: 'whole' },
  { key: 'p50Ms', title: 'p50 ms', format: 'tenths' },
  { key: 'p99Ms', title: 'p99 ms', format: 'tenths' },
  { key: 'cpuMicroseconds', title: 'CPU µs', format: 'whole' },
];
