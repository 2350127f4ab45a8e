// `npm run stack`: builds the services where they have changed, and starts the distributed stack without Docker.
import { join } from 'node:path';
import { buildStack } from './build-stack.mjs';
import { root } from './workspace.mjs';

const require = await buildStack();
require(join(root, 'infra', 'local', 'stack', 'main.ts'));
