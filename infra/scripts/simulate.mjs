// `npm run simulate`: runs the simulation from source, as the unit tests do; nothing has to be built.
import { readFileSync } from 'node:fs';
import { Module, createRequire } from 'node:module';
import { join } from 'node:path';
import { ensureInstalled, requireSupportedNode, root } from './workspace.mjs';

requireSupportedNode();
await ensureInstalled();
const require = createRequire(import.meta.url);
const { transformSync } = require('@swc/core');
const options = JSON.parse(readFileSync(join(root, '.swcrc'), 'utf8'));
delete options.$schema;
const { paths } = require(join(root, 'tsconfig.json')).compilerOptions;

// Compiles what is loaded, and finds the packages of this repository where their source is.
require.extensions['.ts'] = (module, filename) => {
  const { code } = transformSync(readFileSync(filename, 'utf8'), {
    ...options,
    swcrc: false,
    sourceMaps: 'inline',
    filename,
  });
  module._compile(code, filename);
};
const resolve = Module._resolveFilename;
Module._resolveFilename = (request, ...rest) => {
  const [source] = paths[request] ?? [];
  return resolve(source === undefined ? request : join(root, source), ...rest);
};
process.setSourceMapsEnabled(true);
require(join(root, 'apps', 'standalone', 'simulation', 'main.ts'));
