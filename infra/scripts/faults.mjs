// `npm run faults`: builds the services where they have changed, and does to the distributed stack what happens to such stacks.
import { join } from 'node:path';
import { buildStack } from './build-stack.mjs';
import { root } from './workspace.mjs';

const require = await buildStack();
// The checks are those of the tests, and say what does not hold as tests do.
globalThis.expect = require('expect').expect;
require(join(root, 'tests', 'faults', 'main.ts'));
