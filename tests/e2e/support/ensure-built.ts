import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CONSOLE_FOLDER } from '../../../apps/gateway/src/console/console-files';
import { BuiltService } from './built-service';
import { ROOT } from './repository';

/** Builds what tests of the built service need, where nothing was built yet. */
export function ensureBuilt(): void {
  if ([BuiltService.fileOf('main.js'), join(CONSOLE_FOLDER, 'index.html')].every(existsSync)) return;
  execFileSync('npm', ['run', 'build'], { cwd: ROOT, stdio: 'inherit' });
}
