// `npm run stack`: builds the services where they have changed, and starts the distributed stack without Docker.
import { join } from 'node:path';
import { loadTypescript } from './load-typescript.mjs';
import { ensureBuilt, ensureInstalled, requireSupportedNode, root, run } from './workspace.mjs';

requireSupportedNode();
await ensureInstalled();
await ensureBuilt();
const standIn = join(root, 'infra', 'testing', 'eventstoredb');
await run('node', [join(root, 'infra', 'scripts', 'build-package.mjs')], { cwd: standIn });
loadTypescript()(join(root, 'infra', 'local', 'stack', 'main.ts'));
