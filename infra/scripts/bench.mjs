// `npm run bench`: builds the services and the bench where they have changed, and measures.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { loadTypescript } from './load-typescript.mjs';
import { ensureBuilt, ensureInstalled, requireSupportedNode, root, run } from './workspace.mjs';

requireSupportedNode();
await ensureInstalled();
await ensureBuilt();
const build = join(root, 'infra', 'scripts', 'build-package.mjs');
const bench = join(root, 'infra', 'bench');
await run('node', [build], { cwd: bench });
if (process.argv.includes('--stack')) {
  await run('node', [build], { cwd: join(root, 'infra', 'testing', 'eventstoredb') });
  loadTypescript()(join(bench, 'stack', 'main.ts'));
} else {
  createRequire(import.meta.url)(join(bench, 'dist', 'main.js'));
}
