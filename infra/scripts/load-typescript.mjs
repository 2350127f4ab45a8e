// Has Node run this repository from source, as the tests do; nothing has to be built.
import { readFileSync } from 'node:fs';
import { Module, createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from './workspace.mjs';

/**
 * Compiles what is loaded from now on, and finds the packages of this repository where their source is.
 *
 * @returns loads a file
 */
export function loadTypescript() {
  const require = createRequire(import.meta.url);
  const { transformSync } = require('@swc/core');
  const options = JSON.parse(readFileSync(join(root, '.swcrc'), 'utf8'));
  delete options.$schema;
  const { paths } = require(join(root, 'tsconfig.json')).compilerOptions;

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
  Module._resolveFilename = (request, parent, ...rest) => {
    const [source] = paths[request] ?? [];
    const found = source === undefined ? request : join(root, source);
    // Dynamic imports name the built file.
    const isOurs = parent?.filename?.endsWith('.ts') === true && found.startsWith('.');
    return resolve(isOurs ? found.replace(/\.js$/, '') : found, parent, ...rest);
  };
  process.setSourceMapsEnabled(true);
  return require;
}
