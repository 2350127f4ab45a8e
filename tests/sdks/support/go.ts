import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describeUnlessMissing } from '@stablecoin/event-sourcing/testing';
import { ROOT } from '../../e2e/support/repository';

/** What the generator and the linter of the Go SDK need; the SDK itself needs 1.23. */
const OLDEST = [1, 26] as const;
const MODULE = join(ROOT, 'sdks', 'go');

/** Describes what needs Go; see {@link describeUnlessMissing}. */
export function describeWithGo(name: string, tests: () => void): void {
  const missing = whyNoGo();
  const line = missing === undefined ? undefined : `${missing}; infra/scripts/install-servers.sh installs it`;
  describeUnlessMissing(name, line, tests);
}

/**
 * Runs a command of Go in the SDK or in a folder of it.
 *
 * @returns what it printed
 * @throws Error with what it printed when it fails
 */
export function go(args: readonly string[], folder = '.', environment: Readonly<Record<string, string>> = {}): string {
  return run('go', args, folder, environment);
}

/** The files of the SDK that gofmt would change. */
export function unformatted(): readonly string[] {
  return run('gofmt', ['-l', '.'])
    .split('\n')
    .filter((file) => file !== '');
}

/** Whether tests can look for data races, which takes a C compiler. */
export function hasRaceDetector(): boolean {
  return go(['env', 'CGO_ENABLED']).trim() === '1';
}

function run(
  command: string,
  args: readonly string[],
  folder = '.',
  environment: Readonly<Record<string, string>> = {},
): string {
  try {
    return execFileSync(command, args, {
      cwd: join(MODULE, folder),
      encoding: 'utf8',
      env: { ...process.env, ...environment },
      stdio: 'pipe',
    });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { readonly stdout?: string; readonly stderr?: string };
    throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}`, { cause: error });
  }
}

function whyNoGo(): string | undefined {
  const oldest = OLDEST.join('.');
  try {
    const version = execFileSync('go', ['env', 'GOVERSION'], { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' }).trim();
    const [, major = '0', minor = '0'] = /^go(\d+)\.(\d+)/.exec(version) ?? [];
    const isOld = Number(major) < OLDEST[0] || (Number(major) === OLDEST[0] && Number(minor) < OLDEST[1]);
    return isOld ? `${version} is older than Go ${oldest}` : undefined;
  } catch {
    return `there is no Go ${oldest}`;
  }
}
