import { existsSync } from 'node:fs';
import { describeUnlessMissing } from '@stablecoin/event-sourcing/testing';
import { chromium, type Browser } from 'playwright-core';

/** Where Debian and others install it. The tests download no browser. */
const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const EXECUTABLE = PLACES.find((path) => existsSync(path));

const MISSING = EXECUTABLE === undefined ? 'Chromium is missing: apt-get install chromium' : undefined;

/** Describes what needs Chromium; see {@link describeUnlessMissing}. */
export function describeWithChromium(name: string, tests: () => void): void {
  describeUnlessMissing(name, MISSING, tests);
}

/** Starts the browser. It has no sandbox, because Chromium's own does not run as root. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: EXECUTABLE ?? '', args: ['--no-sandbox'] });
}
