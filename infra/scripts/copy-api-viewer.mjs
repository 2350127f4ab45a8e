// Part of the gateway's build: puts the viewer that GET /docs loads, its licences, and the guides that the page links to, beside
// the compiled page.
import { copyFile, mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

const viewer = createRequire(join(process.cwd(), 'package.json')).resolve('rapidoc/dist/rapidoc-min.js');
const target = resolve('dist', 'resources', 'docs', 'rapidoc-min.js');
await copyFile(viewer, target);
await copyFile(`${viewer}.LICENSE.txt`, `${target}.LICENSE.txt`);

const require = createRequire(import.meta.url);
const { GUIDES } = require(resolve('dist', 'resources', 'docs', 'docs-page.js'));
const guides = resolve('dist', 'resources', 'docs', 'guides');
await mkdir(guides, { recursive: true });
for (const { file } of GUIDES) await copyFile(resolve('..', '..', 'docs', file), join(guides, file));
