// Compiles the package in the working directory from src to dist with SWC. Types are checked once for the whole
// repository by `npm run typecheck`, so that a build costs a fraction of a second per package.
import { transformFile } from '@swc/core';
import { cp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const config = JSON.parse(await readFile(join(root, '.swcrc'), 'utf8'));
delete config.$schema;

await rm('dist', { recursive: true, force: true });
const entries = await readdir('src', { recursive: true, withFileTypes: true });
await Promise.all(
  entries
    .filter((entry) => entry.isFile() && !/\.spec\.ts$/.test(entry.name))
    .map(async (entry) => {
      const source = join(entry.parentPath, entry.name);
      const target = join('dist', relative('src', source));
      await mkdir(dirname(target), { recursive: true });
      if (!source.endsWith('.ts')) return cp(source, target);
      const file = target.replace(/\.ts$/, '.js');
      const { code, map } = await transformFile(source, { ...config, swcrc: false, cwd: process.cwd() });
      await writeFile(file, `${code}\n//# sourceMappingURL=${file.slice(file.lastIndexOf('/') + 1)}.map\n`);
      await writeFile(`${file}.map`, map);
    }),
);
