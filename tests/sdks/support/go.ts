import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../../e2e/support/repository';

/** What the generator and the linter of the Go SDK need; the SDK itself needs 1.23. */
const OLDEST = [1, 26] as const;
const MODULE = join(ROOT, 'sdks', 'go');

/**
 * Describes what needs Go. Where there is none, or an older one, that is said on one line and the tests are skipped, or
 * with `REQUIRE_REAL=1` fail.
 */
export function describeWithGo(name: string, tests: () => void): void {
  const missing = whyNoGo();
  if (missing === undefined) {
    describe(name, tests);
    return;
  }
  const line = `${name}: skipped, ${missing}; infra/scripts/install-servers.sh installs it`;
  if (process.env['REQUIRE_REAL'] === '1') {
    it(name, () => {
      throw new Error(line);
    });
    return;
  }
  process.stderr.write(`${line}\n`);
  describe.skip(name, tests);
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
