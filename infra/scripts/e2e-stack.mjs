// `npm run e2e:stack`: builds the services where they have changed, and runs the end-to-end suite against the
// distributed stack. Takes what `npm run e2e` takes: the files to run, for example.
import { join } from 'node:path';
import { buildStack } from './build-stack.mjs';
import { root } from './workspace.mjs';

const require = await buildStack();
require(join(root, 'tests', 'stack', 'end-to-end.ts'));
