// Preloaded into a plain Node thread or process that runs from source, as the tests do: compiles TypeScript on loading.
const { readFileSync } = require('node:fs');
const Module = require('node:module');
const { join } = require('node:path');
const { transformSync } = require('@swc/core');

const options = {
  swcrc: false,
  jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
  module: { type: 'commonjs' },
  sourceMaps: 'inline',
};

require.extensions['.ts'] = (module, filename) => {
  const { code } = transformSync(readFileSync(filename, 'utf8'), { ...options, filename });
  module._compile(code, filename);
};

// Other libraries are loaded from source too.
const resolve = Module._resolveFilename;
Module._resolveFilename = (request, ...rest) =>
  resolve(
    request.replace(/^@stablecoin\/([a-z-]+)$/, (_, library) =>
      join(__dirname, '..', '..', '..', library, 'src', 'index.ts'),
    ),
    ...rest,
  );
