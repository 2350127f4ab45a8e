import { appendFileSync } from 'node:fs';

/**
 * Describes tests that need something of this machine. Where it is missing they are skipped, which one line says, or with
 * `REQUIRE_REAL=1` fail.
 *
 * @param missing - what is missing and how to get it; undefined: nothing
 */
export function describeUnlessMissing(name: string, missing: string | undefined, tests: () => void): void {
  if (missing === undefined) {
    describe(name, tests);
    return;
  }
  if (isRealRequired()) {
    it(name, () => {
      throw new Error(missing);
    });
    return;
  }
  noteSkipped(`${name}: ${missing}`);
  describe.skip(name, tests);
}

/**
 * Describes tests that need something that not every machine of the tests has: where it is missing they are skipped, with
 * `REQUIRE_REAL=1` too.
 *
 * @param missing - what is missing and how to get it; undefined: nothing
 */
export function describeWherePossible(name: string, missing: string | undefined, tests: () => void): void {
  if (missing === undefined) {
    describe(name, tests);
    return;
  }
  noteSkipped(`${name}: ${missing}`);
  describe.skip(name, tests);
}

/**
 * Whether tests may use a program of this machine, where they cannot be one `describe`.
 *
 * @param missing - what is missing and how to get it; undefined: nothing
 * @throws Error where it is missing, with `REQUIRE_REAL=1`
 */
export function isNotMissing(missing: string | undefined): boolean {
  if (missing === undefined) return true;
  if (isRealRequired()) throw new Error(missing);
  noteSkipped(missing);
  return false;
}

function isRealRequired(): boolean {
  return process.env['REQUIRE_REAL'] === '1';
}

/** `npm test` names a file in `TEST_SKIPPED`, and repeats its lines at its end. */
function noteSkipped(line: string): void {
  const file = process.env['TEST_SKIPPED'];
  if (file === undefined) process.stderr.write(`skipped: ${line}\n`);
  else appendFileSync(file, `${line}\n`);
}
