// `npm run bench`: builds the service and the bench where they have changed, and measures.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, requireSupportedNode, root, run } from './workspace.mjs';

requireSupportedNode();
await ensureInstalled();
await ensureBuilt();
const bench = join(root, 'infra', 'bench');
await run('node', [join(root, 'infra', 'scripts', 'build-package.mjs')], { cwd: bench });
createRequire(import.meta.url)(join(bench, 'dist', 'main.js'));
