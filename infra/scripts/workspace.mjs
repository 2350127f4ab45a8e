// What the scripts of this folder share: finding the repository, installing and building only when something changed.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

const cache = join(root, 'node_modules', '.cache', 'stablecoin-payments');
/** What installing and building say does not mix with the output of what is run then. */
export const APART = ['inherit', 2, 'inherit'];

/** Runs a command in the repository and passes its output through; rejects when it fails. */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options });
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`${command} ${args.join(' ')} ended with ${signal ?? `exit code ${code}`}`));
    });
  });
}

/** Ends this process on a Node that is too old to install and build with. The service itself says what else is wrong with it. */
export function requireSupportedNode() {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const [, ...least] = /^>=(\d+)\.(\d+)$/.exec(engines.node).map(Number);
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > least[0] || (major === least[0] && minor >= least[1])) return;
  console.error(`Node ${process.versions.node} is too old: this needs Node ${least.join('.')} or newer.`);
  process.exit(1);
}

/** Whether what the lockfile of a folder names is installed, and the lockfile has not changed since. */
export function isInstalled(folder) {
  // npm writes this file last, so that a broken installation does not have it.
  const installed = join(folder, 'node_modules', '.package-lock.json');
  return existsSync(installed) && statSync(installed).mtimeMs >= statSync(join(folder, 'package-lock.json')).mtimeMs;
}

/** Installs the dependencies of the lockfile when they are not installed yet, or the lockfile has changed since. */
export async function ensureInstalled() {
  if (isInstalled(root)) return;
  console.error('Installing dependencies (once; about a minute) …');
  await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { stdio: APART });
}

/** Builds when a source file is newer than the last build. */
export async function ensureBuilt() {
  const stamp = join(cache, 'built');
  const built = existsSync(stamp) ? statSync(stamp).mtimeMs : 0;
  const inputs = [
    '.swcrc',
    'package-lock.json',
    'infra/scripts/build-package.mjs',
    'infra/scripts/compress-console.mjs',
    'infra/scripts/copy-api-viewer.mjs',
    'apps/console/index.html',
    'apps/console/vite.config.ts',
  ].map((file) => join(root, file));
  const packages = ['apps', 'libs'].flatMap((group) =>
    readdirSync(join(root, group))
      .map((name) => join(root, group, name))
      // What Git ignores outlives the package that it was built from.
      .filter((folder) => existsSync(join(folder, 'package.json'))),
  );
  const isBuilt = packages.every((folder) => existsSync(join(folder, 'dist')));
  const newest = Math.max(...inputs.map((file) => statSync(file).mtimeMs), ...packages.map(newestSource));
  if (isBuilt && newest < built) return;
  console.error('Building …');
  const startedAt = new Date();
  await run('npx', ['turbo', 'run', 'build', '--filter=./apps/*', '--filter=./libs/*', '--output-logs=errors-only'], {
    stdio: APART,
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1', TURBO_NO_UPDATE_NOTIFIER: '1' },
  });
  mkdirSync(cache, { recursive: true });
  writeFileSync(stamp, startedAt.toISOString());
}

function newestSource(folder) {
  let newest = statSync(join(folder, 'package.json')).mtimeMs;
  const source = join(folder, 'src');
  if (!existsSync(source)) return newest;
  for (const entry of readdirSync(source, { recursive: true, withFileTypes: true })) {
    newest = Math.max(newest, statSync(join(entry.parentPath, entry.name)).mtimeMs);
  }
  return newest;
}
