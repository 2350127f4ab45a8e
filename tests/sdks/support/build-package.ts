import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../../e2e/support/repository';

/** Builds a package of this repository, and what it depends on, where their sources have changed since. */
export function buildPackage(name: string): void {
  const turbo = join(ROOT, 'node_modules', '.bin', 'turbo');
  execFileSync(turbo, ['run', 'build', `--filter=${name}`, '--output-logs=errors-only'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1', TURBO_NO_UPDATE_NOTIFIER: '1' },
  });
}
