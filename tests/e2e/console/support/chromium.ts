import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

/** Where Debian and others install it. The tests download no browser. */
const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const EXECUTABLE = PLACES.find((path) => existsSync(path));

/**
 * Describes what needs Chromium. Where there is none, that is said on one line and the tests are skipped, or with
 * `REQUIRE_REAL=1` fail.
 */
export function describeWithChromium(name: string, tests: () => void): void {
  if (EXECUTABLE !== undefined) {
    describe(name, tests);
    return;
  }
  const line = `${name}: skipped, there is no Chromium here`;
  if (process.env['REQUIRE_REAL'] === '1') {
    it(name, () => {
      throw new Error(line);
    });
    return;
  }
  process.stderr.write(`${line}\n`);
  describe.skip(name, tests);
}

/** Starts the browser. It has no sandbox, because Chromium's own does not run as root. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: EXECUTABLE ?? '', args: ['--no-sandbox'] });
}
