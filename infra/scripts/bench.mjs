// `npm run bench`: builds the services and the bench where they have changed, and measures.
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildStack } from './build-stack.mjs';
import { loadTypescript } from './load-typescript.mjs';
import { ensureBuilt, ensureInstalled, requireSupportedNode, root, run } from './workspace.mjs';

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
  if (process.argv.includes('--pair')) await onPostgres(process.argv.slice(2).filter((each) => each !== '--pair'));
  else createRequire(import.meta.url)(main);
}

/** A server of its own, with the settings that it has when it is installed: what is committed is on the disk. */
async function onPostgres(args) {
  const { POSTGRES_SERVER } = loadTypescript()(join(root, 'infra', 'local', 'stack', 'servers.ts'));
  const missing = POSTGRES_SERVER.missing();
  if (missing !== undefined) throw new Error(missing);
  const folder = mkdtempSync(join(tmpdir(), 'stablecoin-bench-'));
  mkdirSync(join(folder, 'postgres'));
  chmodSync(folder, 0o711);
  const { url, stop } = await POSTGRES_SERVER.start(join(folder, 'postgres'), {});
  process.on('SIGINT', () => undefined);
  try {
    const env = { ...process.env, BENCH_POSTGRES_URL: url };
    await run(process.execPath, [main, '--only', 'pair', ...args], { env });
  } catch {
    process.exitCode = 1;
  } finally {
    await stop();
    rmSync(folder, { recursive: true });
  }
}
