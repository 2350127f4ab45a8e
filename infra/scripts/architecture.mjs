// `npm run architecture`: the dependency rules. With a TypeScript that dependency-cruiser cannot use it reads no module and
// finds no violation: that is a failure.
import { spawnSync } from 'node:child_process';
import { root } from './workspace.mjs';

const FOLDERS = ['apps', 'libs', 'infra', 'tests', 'bench', 'sdks'];
const CACHE = ['--cache', 'node_modules/.cache/dependency-cruiser', '--cache-strategy', 'content'];

const { status, stdout } = spawnSync(
  'npx',
  ['depcruise', ...FOLDERS, '--config', '.dependency-cruiser.cjs', ...CACHE],
  {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  },
);
process.stdout.write(stdout);
const modules = Number(/\((\d+) modules/.exec(stdout)?.[1] ?? 0);
if (status === 0 && modules === 0)
  console.error('dependency-cruiser read no modules: see its version and that of TypeScript');
process.exit(status === 0 && modules > 0 ? 0 : 1);
