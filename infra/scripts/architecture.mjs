// `npm run architecture`: the dependency rules. With a TypeScript that dependency-cruiser cannot use it reads no module and
// finds no violation: that is a failure.
import { spawnSync } from 'node:child_process';
import { root } from './workspace.mjs';

const CHECKS = [
  { config: '.dependency-cruiser.cjs', folders: ['apps', 'libs', 'infra', 'tests', 'bench', 'sdks'], cached: true },
  { config: '.dependency-cruiser.folders.cjs', folders: ['apps', 'libs'], cached: false },
];
const CACHE = ['--cache', 'node_modules/.cache/dependency-cruiser', '--cache-strategy', 'content'];

const passed = CHECKS.map(({ config, folders, cached }) => {
  const { status, stdout } = spawnSync('npx', ['depcruise', ...folders, '--config', config, ...(cached ? CACHE : [])], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.stdout.write(stdout);
  const modules = Number(/\((\d+) modules/.exec(stdout)?.[1] ?? 0);
  if (status === 0 && modules === 0)
    console.error('dependency-cruiser read no modules: see its version and that of TypeScript');
  return status === 0 && modules > 0;
});
process.exit(passed.every(Boolean) ? 0 : 1);
