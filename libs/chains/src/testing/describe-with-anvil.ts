import { NO_ANVIL, findAnvil } from '../local/anvil';

/**
 * Describes what needs anvil. Where there is none, that is said on one line and the tests are skipped, or with
 * `REQUIRE_REAL=1` fail.
 */
export function describeWithAnvil(name: string, tests: () => void): void {
  if (findAnvil() !== undefined) {
    describe(name, tests);
    return;
  }
  const line = `${name}: skipped, ${NO_ANVIL}`;
  if (process.env['REQUIRE_REAL'] === '1') {
    it(name, () => {
      throw new Error(line);
    });
    return;
  }
  process.stderr.write(`${line}\n`);
  describe.skip(name, tests);
}
