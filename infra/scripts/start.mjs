// `npm start`: installs what is missing, builds what has changed, and runs every service in this process.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, requireSupportedNode, root } from './workspace.mjs';

requireSupportedNode();
await ensureInstalled();
await ensureBuilt();
createRequire(import.meta.url)(join(root, 'apps', 'standalone', 'dist', 'main.js'));
