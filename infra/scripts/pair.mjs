// `npm run pair`: builds the service where it has changed, and starts two instances of it on one PostgreSQL.
import { join } from 'node:path';
import { loadTypescript } from './load-typescript.mjs';
import { ensureBuilt, ensureInstalled, requireSupportedNode, root } from './workspace.mjs';

requireSupportedNode();
await ensureInstalled();
await ensureBuilt();
loadTypescript()(join(root, 'infra', 'local', 'pair', 'main.ts'));
