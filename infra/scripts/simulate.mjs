// `npm run simulate`: runs the simulation from source.
import { join } from 'node:path';
import { loadTypescript } from './load-typescript.mjs';
import { ensureInstalled, requireSupportedNode, root } from './workspace.mjs';

requireSupportedNode();
await ensureInstalled();
loadTypescript()(join(root, 'tests', 'simulation', 'main.ts'));
