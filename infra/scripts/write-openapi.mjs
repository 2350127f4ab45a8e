// Writes apps/gateway/openapi.json, sdks/vectors/left-out.json and its table in sdks/README.md from the built gateway:
// `npm run build && node infra/scripts/write-openapi.mjs`.
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { root } from './workspace.mjs';

const gateway = join(root, 'apps', 'gateway');
const { apiDocument, withoutSdkMethod } = createRequire(import.meta.url)(join(gateway, 'dist', 'api-document.js'));

await write(join(gateway, 'openapi.json'), apiDocument());
const leftOut = withoutSdkMethod();
await write(join(root, 'sdks', 'vectors', 'left-out.json'), leftOut);

const page = join(root, 'sdks', 'README.md');
const [before, , after] = (await readFile(page, 'utf8')).split(/(?<=<!-- left out -->)([^]*)(?=<!-- \/left out -->)/);
const rows = leftOut.operations.map(({ operation, instead }) => `| \`${operation}\` | ${instead} |`);
await writeText(page, [before, '| operation | instead |', '| --- | --- |', ...rows, '', after].join('\n'));

function write(file, content) {
  return writeText(file, JSON.stringify(content));
}

async function writeText(file, text) {
  await writeFile(file, await format(text, { ...(await resolveConfig(file)), filepath: file }));
}
