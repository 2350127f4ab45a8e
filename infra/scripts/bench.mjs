// `npm run bench`: builds the services and the bench where they have changed, and measures.
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildStack } from './build-stack.mjs';
import { loadTypescript } from './load-typescript.mjs';
import { ensureBuilt, ensureInstalled, requireSupportedNode, root, run } from './workspace.mjs';

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
  const kind = Object.keys(ON_SERVERS).find((each) => process.argv.includes(`--${each}`));
  if (kind === undefined) createRequire(import.meta.url)(main);
  else await onServers(kind, process.argv.slice(2));
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
    const env = { ...process.env, ...Object.fromEntries(started.map(({ name, url }) => [name, url])) };
    const others = args.filter((each) => each !== `--${kind}`);
    // It has said itself what failed.
    await run(process.execPath, [main, '--only', kind, ...others], { env }).catch(() => (process.exitCode = 1));
  } finally {
    await Promise.all(started.map(({ stop }) => stop()));
    rmSync(folder, { recursive: true });
  }
}
