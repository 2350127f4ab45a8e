import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BuiltService } from './built-service';

/** Builds what tests of the built service need, where nothing was built yet. */
export function ensureBuilt(): void {
  if (existsSync(BuiltService.fileOf('main.js'))) return;
  execFileSync('npm', ['run', 'build'], { cwd: join(__dirname, '..', '..', '..'), stdio: 'inherit' });
}
