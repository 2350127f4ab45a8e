/** What only the test entry takes: see `testing/main.ts`. */
export const TEST_SWITCHES = {
  crashAt: 'CRASH_AT',
  crashTrace: 'CRASH_TRACE',
  clockJumps: 'CLOCK_JUMPS',
  fullWhile: 'DISK_FULL_WHILE',
} as const;

/**
 * Keeps faults out of a service that is meant to work.
 *
 * @throws Error naming the variable, when one of the test switches is set
 */
export function refuseTestSwitches(environment: Readonly<Record<string, string | undefined>>): void {
  const found = Object.values(TEST_SWITCHES).find((name) => (environment[name] ?? '') !== '');
  if (found !== undefined) throw new Error(`${found}: makes the service fail, for tests; it does not start with it`);
}
