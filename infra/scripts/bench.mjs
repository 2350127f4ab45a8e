// `npm run bench`: builds the services and the bench where they have changed, and measures.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { buildStack } from './build-stack.mjs';
import { ensureBuilt, ensureInstalled, requireSupportedNode, root, run } from './workspace.mjs';

const bench = join(root, 'bench');
const buildBench = () => run('node', [join(root, 'infra', 'scripts', 'build-package.mjs')], { cwd: bench });

if (process.argv.includes('--stack')) {
  const require = await buildStack();
  await buildBench();
  require(join(bench, 'stack', 'main.ts'));
} else {
  requireSupportedNode();
  await ensureInstalled();
  await ensureBuilt();
  await buildBench();
  createRequire(import.meta.url)(join(bench, 'dist', 'main.js'));
}
