// Writes apps/gateway/openapi.json from the built gateway: `npm run build && node infra/scripts/write-openapi.mjs`.
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { root } from './workspace.mjs';

const gateway = join(root, 'apps', 'gateway');
const { apiDocument } = createRequire(import.meta.url)(join(gateway, 'dist', 'api-document.js'));

const file = join(gateway, 'openapi.json');
await writeFile(file, await format(JSON.stringify(apiDocument()), { ...(await resolveConfig(file)), filepath: file }));
