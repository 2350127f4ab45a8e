import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../../e2e/support/repository';

/** Builds the TypeScript SDK where its sources have changed since; `npm start` needs it for nothing. */
export function buildTypescriptSdk(): void {
  const turbo = join(ROOT, 'node_modules', '.bin', 'turbo');
  execFileSync(turbo, ['run', 'build', '--filter=stablecoin-payments', '--output-logs=errors-only'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1', TURBO_NO_UPDATE_NOTIFIER: '1' },
  });
}
