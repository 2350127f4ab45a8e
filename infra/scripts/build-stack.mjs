// What the scripts that start the distributed stack share.
import { join } from 'node:path';
import { loadTypescript } from './load-typescript.mjs';
import { ensureBuilt, ensureInstalled, requireSupportedNode, root, run } from './workspace.mjs';

/** Builds the services and the stand-in where they have changed, and answers with a `require` for what drives them. */
export async function buildStack() {
  requireSupportedNode();
  await ensureInstalled();
  await ensureBuilt();
  const standIn = join(root, 'infra', 'local', 'eventstoredb');
  await run('node', [join(root, 'infra', 'scripts', 'build-package.mjs')], { cwd: standIn });
  return loadTypescript();
}
