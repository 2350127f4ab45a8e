// Part of the gateway's build: puts the viewer that GET /docs loads, and its licences, beside the compiled page.
import { copyFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

const viewer = createRequire(join(process.cwd(), 'package.json')).resolve('rapidoc/dist/rapidoc-min.js');
const target = resolve('dist', 'openapi', 'rapidoc-min.js');
await copyFile(viewer, target);
await copyFile(`${viewer}.LICENSE.txt`, `${target}.LICENSE.txt`);
