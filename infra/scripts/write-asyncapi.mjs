// Writes apps/gateway/asyncapi.json and event-schemas/ from the built gateway:
// `npm run build && node infra/scripts/write-asyncapi.mjs`. Refuses what would break a subscriber: such an event needs a
// new type, or a new version of its topic. `--breaking` is for events that nobody has seen yet.
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { root } from './workspace.mjs';

const gateway = join(root, 'apps', 'gateway');
const require = createRequire(import.meta.url);
const { buildAsyncApi, buildEventSchema } = require(join(gateway, 'dist', 'asyncapi', 'document.js'));
const { breakingChanges } = require(join(gateway, 'dist', 'asyncapi', 'breaking-changes.js'));
const { PUBLIC_EVENT_TYPES } = require(join(root, 'libs', 'contracts', 'dist', 'index.js'));

const files = PUBLIC_EVENT_TYPES.map((type) => ({
  type,
  file: join(gateway, 'event-schemas', `${type}.json`),
  schema: buildEventSchema(type),
}));
const breaks = [];
for (const { type, file, schema } of files.filter((each) => existsSync(each.file))) {
  const committed = JSON.parse(await readFile(file, 'utf8'));
  breaks.push(...breakingChanges(committed, schema).map((change) => `${type}: ${change}`));
}
if (breaks.length > 0 && !process.argv.includes('--breaking')) {
  console.error(`This would break subscribers, and is not written:\n${breaks.join('\n')}`);
  process.exit(1);
}

await mkdir(join(gateway, 'event-schemas'), { recursive: true });
for (const { file, schema } of files) await write(file, schema);
await write(join(gateway, 'asyncapi.json'), buildAsyncApi());

async function write(file, content) {
  const options = { ...(await resolveConfig(file)), filepath: file };
  await writeFile(file, await format(JSON.stringify(content), options));
}
