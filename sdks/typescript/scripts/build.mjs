// Compiles the SDK twice, for `import` and for `require`; each folder says which of the two it is.
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');

rmSync('dist', { recursive: true, force: true });
for (const [format, type] of [
  ['esm', 'module'],
  ['cjs', 'commonjs'],
]) {
  execFileSync(process.execPath, [tsc, '--project', `tsconfig.${format}.json`], { stdio: 'inherit' });
  writeFileSync(`dist/${format}/package.json`, `${JSON.stringify({ type })}\n`);
}
