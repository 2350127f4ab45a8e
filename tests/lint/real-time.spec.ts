/** @checks */
import { restrictedSyntaxOf } from './restricted-syntax';

const FILES = ['apps/payment/src/example.spec.ts', 'tests/e2e/example.e2e.ts'];
const complaints = restrictedSyntaxOf(FILES);

describe.each(FILES)('the linter forbids what fails a test on a busy machine, in %s', (file) => {
  it.each([
    'await new Promise((resolve) => setTimeout(resolve, 100));',
    'globalThis.setTimeout(resolve, 100);',
    "import { setTimeout as pause } from 'node:timers/promises';",
    'const pause = promisify(setTimeout);',
    'await scheduler.wait(100);',
    'await sleep(100);',
    'await aMoment(1_000);',
    'await aMoment(LONGER_MS);',
    'await aMoment(10 * 60);',
  ])('a sleep: %s', (code) => {
    expect(complaints(file, code)).toEqual([expect.stringMatching(/^Wait for what has to happen/)]);
  });

  it.each([
    'await eventually(check, { withinMs: 5_000 });',
    'const WITHIN_MS = 5_000;',
    'const ANSWER_DEADLINE_MS = 250;',
    'const PATIENCE_MS = 10_000;',
    'AbortSignal.timeout(5_000);',
  ])('a deadline that an idle machine meets: %s', (code) => {
    expect(complaints(file, code)).toEqual([expect.stringMatching(/^A busy machine misses this deadline/)]);
  });

  it('an assertion on time', () => {
    expect(complaints(file, 'expect(Date.now() - before).toBeLessThan(100);')).toHaveLength(1);
  });

  it.each([
    'await aMoment();',
    'await aMoment(20);',
    'jest.setTimeout(120_000);',
    'const WITHIN_MS = 60_000;',
    'const DEADLINE_MS = 20;',
    'const HOUR_MS = 3_600;',
  ])('and not %s', (code) => {
    expect(complaints(file, code)).toEqual([]);
  });
});
