// `npm run faults`: builds the services where they have changed, and does to the distributed stack what happens to such stacks.
import { join } from 'node:path';
import { loadTypescript } from './load-typescript.mjs';
import { ensureBuilt, ensureInstalled, requireSupportedNode, root, run } from './workspace.mjs';

requireSupportedNode();
await ensureInstalled();
await ensureBuilt();
const standIn = join(root, 'infra', 'testing', 'eventstoredb');
await run('node', [join(root, 'infra', 'scripts', 'build-package.mjs')], { cwd: standIn });
const require = loadTypescript();
// The checks are those of the tests, and say what does not hold as tests do.
globalThis.expect = require('expect').expect;
require(join(root, 'infra', 'faults', 'main.ts'));
