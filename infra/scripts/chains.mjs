// `npm run chains`: builds what has changed, and runs local chains until Ctrl-C; DATA_DIR/local-chains.json describes them.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, requireSupportedNode, root } from './workspace.mjs';

requireSupportedNode();
await ensureInstalled();
await ensureBuilt();
const main = join(root, 'libs', 'chains', 'dist', 'local', 'main.js');
process.argv = [process.execPath, main, process.env.DATA_DIR ?? './data', '--keep'];
createRequire(import.meta.url)(main);
