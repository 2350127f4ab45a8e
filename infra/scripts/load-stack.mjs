// What the scripts that start the distributed stack share.
import { join } from 'node:path';
import { loadTypescript } from './load-typescript.mjs';
import { ensureBuilt, ensureInstalled, requireSupportedNode, root, run } from './workspace.mjs';

/** Builds the services and the stand-in where they have changed, and runs a file of `infra/local/stack`. */
export async function loadStack(file) {
  requireSupportedNode();
  await ensureInstalled();
  await ensureBuilt();
  const standIn = join(root, 'infra', 'testing', 'eventstoredb');
  await run('node', [join(root, 'infra', 'scripts', 'build-package.mjs')], { cwd: standIn });
  loadTypescript()(join(root, 'infra', 'local', 'stack', file));
}
