// Writes apps/gateway/openapi.json and sdks/vectors/left-out.json from the built gateway:
// `npm run build && node infra/scripts/write-openapi.mjs`.
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { root } from './workspace.mjs';

const gateway = join(root, 'apps', 'gateway');
const { apiDocument, withoutSdkMethod } = createRequire(import.meta.url)(join(gateway, 'dist', 'api-document.js'));

await write(join(gateway, 'openapi.json'), apiDocument());
await write(join(root, 'sdks', 'vectors', 'left-out.json'), withoutSdkMethod());

async function write(file, content) {
  await writeFile(file, await format(JSON.stringify(content), { ...(await resolveConfig(file)), filepath: file }));
}
