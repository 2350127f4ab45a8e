// `npm run rebuild`, `npm run dead-letters`, `npm run topics`, `npm run keys`, `npm run wallets`, `npm run backup`, `npm run restore`, `npm run doctor`: builds what has changed and runs a tool of the standalone service here.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, requireSupportedNode, root } from './workspace.mjs';

requireSupportedNode();
await ensureInstalled();
await ensureBuilt();
const [node, , name, ...args] = process.argv;
const tool = join(root, 'apps', 'standalone', 'dist', 'tools', `${name}.js`);
process.argv = [node, tool, ...args];
createRequire(import.meta.url)(tool);
