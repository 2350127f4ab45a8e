// `npm run bench`: builds the services and the bench where they have changed, and measures.
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildStack } from './build-stack.mjs';
import { loadTypescript } from './load-typescript.mjs';
import { APART, ensureBuilt, ensureInstalled, requireSupportedNode, root, run } from './workspace.mjs';

/** By the option that measures on servers: the variables that tell the bench where each is. */
const ON_SERVERS = {
  pair: { DATABASE_URL: ['BENCH_POSTGRES_URL'] },
  eventstoredb: { EVENT_STORE_URL: ['BENCH_EVENT_STORE_URL', 'BENCH_FLOOR_URL'] },
};
const bench = join(root, 'bench');
const main = join(bench, 'dist', 'main.js');
const buildBench = () => run('node', [join(root, 'infra', 'scripts', 'build-package.mjs')], { cwd: bench });

if (process.argv.includes('--stack')) {
  const require = await buildStack();
  await buildBench();
  require(join(bench, 'stack', 'main.ts'));
} else {
  requireSupportedNode();
  await ensureInstalled();
  await ensureBuilt();
  await buildBench();
  const args = process.argv.slice(2);
  const kind = Object.keys(ON_SERVERS).find((each) => args.includes(`--${each}`));
  if (kind !== undefined) await onServers(kind, args);
  else if (args.includes('--against')) await against(args);
  else createRequire(import.meta.url)(main);
}

/** Of another commit, in a folder of its own: with its own dependencies, as its lockfile names them. */
async function against(args) {
  const place = args.indexOf('--against');
  const [, commit] = args.splice(place, 2);
  if (commit === undefined || commit.startsWith('-')) throw new Error('--against takes a commit, such as main~20');
  const folder = mkdtempSync(join(tmpdir(), 'stablecoin-bench-'));
  process.on('SIGINT', () => undefined);
  await run('git', ['worktree', 'add', '--detach', folder, commit], { stdio: APART });
  try {
    await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder, stdio: APART });
    const built = ['turbo', 'run', 'build', '--filter=@stablecoin/standalone...', '--output-logs=errors-only'];
    await run('npx', built, { cwd: folder, stdio: APART });
    await measure('against', args, { BENCH_AGAINST: folder });
  } finally {
    await run('git', ['worktree', 'remove', '--force', folder], { stdio: APART });
  }
}

async function measure(name, args, variables) {
  const env = { ...process.env, ...variables };
  // It has said itself what failed.
  await run(process.execPath, [main, '--only', name, ...args], { env }).catch(() => (process.exitCode = 1));
}

/** Of their own, with the settings that they have when they are installed: what is committed is on the disk. */
async function onServers(kind, args) {
  const require = kind === 'eventstoredb' ? await buildStack() : loadTypescript();
  const { REAL_FLUSH_MS, SERVERS } = require(join(root, 'infra', 'local', 'stack', 'servers.ts'));
  const [[variable, names]] = Object.entries(ON_SERVERS[kind]);
  const server = SERVERS.find((each) => each.variable === variable);
  const missing = server.missing();
  if (missing !== undefined) throw new Error(missing);
  const folder = mkdtempSync(join(tmpdir(), 'stablecoin-bench-'));
  chmodSync(folder, 0o711);
  process.on('SIGINT', () => undefined);
  const started = [];
  try {
    for (const name of names) {
      mkdirSync(join(folder, name));
      started.push({ name, ...(await server.start(join(folder, name), { eventStoreFlushMs: REAL_FLUSH_MS })) });
    }
    const others = args.filter((each) => each !== `--${kind}`);
    await measure(kind, others, Object.fromEntries(started.map(({ name, url }) => [name, url])));
  } finally {
    await Promise.all(started.map(({ stop }) => stop()));
    rmSync(folder, { recursive: true });
  }
}
