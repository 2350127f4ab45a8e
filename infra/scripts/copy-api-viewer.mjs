// Part of the gateway's build: puts the viewer that GET /docs loads, its licences, and the guides that the page links to, beside
// the compiled page.
import { copyFile, mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';

const require = createRequire(import.meta.url);
const { GUIDES, VIEWER_FILES } = require(resolve('dist', 'resources', 'docs', 'docs-page.js'));
const viewer = dirname(createRequire(join(process.cwd(), 'package.json')).resolve('swagger-ui-dist/package.json'));
const target = resolve('dist', 'resources', 'docs', 'viewer');
await mkdir(target, { recursive: true });
const licences = ['LICENSE', 'NOTICE', 'swagger-ui-bundle.js.LICENSE.txt'];
for (const file of [...VIEWER_FILES, ...licences]) await copyFile(join(viewer, file), join(target, file));

const guides = resolve('dist', 'resources', 'docs', 'guides');
await mkdir(guides, { recursive: true });
for (const { file } of GUIDES) await copyFile(resolve('..', '..', 'docs', file), join(guides, file));
