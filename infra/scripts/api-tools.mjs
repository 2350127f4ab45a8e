// `npm run api-tools`: generates clients from the published documents with the tools in tests/api-tools, each of its pinned
// version, and uses them on the built service. Needs the registry of npm and, for the generators of Go, Go 1.26 and
// its module proxy (infra/scripts/install-go.sh). `npm run api-tools -- kubb prism` runs only these.
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadTypescript } from './load-typescript.mjs';
import { ensureBuilt, ensureInstalled, requireSupportedNode, root, run } from './workspace.mjs';

const TOOLS = join(root, 'tests', 'api-tools');
const API_KEY = 'svc_test_000000000000000000000000000000000000tools';
const all = readdirSync(TOOLS, { withFileTypes: true }).flatMap((each) => (each.isDirectory() ? [each.name] : []));
const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  console.error(`npm run api-tools takes names of ${all.join(', ')}; got ${unknown.join(', ')}`);
  process.exit(2);
}

requireSupportedNode();
await ensureInstalled();
await ensureBuilt();
await run('npx', ['turbo', 'run', 'build', '--filter=stablecoin-payments-cli', '--output-logs=errors-only']);
const load = loadTypescript();
const { freePort } = load(join(root, 'infra', 'local', 'ports.ts'));
const { standaloneProgram, untilReady } = load(join(root, 'infra', 'local', 'standalone.ts'));

const folder = mkdtempSync(join(tmpdir(), 'stablecoin-payments-tools-'));
const port = String(await freePort());
const url = `http://127.0.0.1:${port}`;
const service = standaloneProgram('service', folder, {
  ...{ PATH: process.env.PATH, PORT: port, PUBLIC_URL: url, DATA_DIR: join(folder, 'data') },
  BOOTSTRAP_API_KEYS: `${API_KEY}:tools:enterprise`,
});
const failed = [];
try {
  await untilReady(service, port);
  const openapi = await (await fetch(`${url}/openapi.json`)).text();
  cpSync(join(TOOLS, 'check.mts'), join(folder, 'check.mts'));
  for (const tool of chosen.length > 0 ? chosen : all) await use(tool, openapi).catch(() => failed.push(tool));
} finally {
  await service.stop(60_000);
  rmSync(folder, { recursive: true, force: true });
}
console.log(failed.length === 0 ? 'Every tool did its work.' : `These failed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;

/** Installs a tool beside the documents, and runs the check of its package. */
async function use(tool, openapi) {
  console.log(`\n${tool}`);
  const cwd = join(folder, tool);
  cpSync(join(TOOLS, tool), cwd, { recursive: true });
  if (existsSync(join(cwd, 'go.mod'))) cpSync(join(TOOLS, 'check.go'), join(cwd, 'check.go'));
  writeFileSync(join(cwd, 'openapi.json'), openapi);
  cpSync(join(root, 'apps', 'gateway', 'asyncapi.json'), join(cwd, 'asyncapi.json'));
  await run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], { cwd });
  // CI: the programs of AsyncAPI send nothing to their makers.
  const env = {
    ...process.env,
    CI: 'true',
    SERVICE_URL: url,
    API_KEY,
    SVC: join(root, 'sdks', 'cli', 'dist', 'main.js'),
  };
  await run('npm', ['test', '--silent'], { cwd, env });
}
