// `npm run drill`: builds the services where they have changed, and restores each topology from a backup taken under load.
import { join } from 'node:path';
import { buildStack } from './build-stack.mjs';
import { root } from './workspace.mjs';

const require = await buildStack();
// What the tests' client of the API is checked with.
globalThis.expect = require('expect').expect;
require(join(root, 'tests', 'drill', 'main.ts'));
