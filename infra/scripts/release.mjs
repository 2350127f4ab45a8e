// `npm run release -- --out <folder>`: makes all that a release uploads, and uploads nothing. .github/workflows/release.yml does that.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureInstalled, requireSupportedNode, root, run } from './workspace.mjs';

const { values } = parseArgs({ options: { out: { type: 'string', default: 'release' } } });
const out = resolve(root, values.out);
/** The build tool of the Python package. */
const BUILD = 'build==1.6.1';

requireSupportedNode();
await ensureInstalled();
const version = theVersion();
const goVersion = /^const Version = "(.+)"$/m.exec(readFileSync(join(root, 'sdks', 'go', 'stablecoin.go'), 'utf8'))[1];
rmSync(out, { recursive: true, force: true });
for (const folder of ['npm', 'python', 'chart']) mkdirSync(join(out, folder), { recursive: true });
writeFileSync(join(out, 'version'), version);
writeFileSync(join(out, 'go-version'), goVersion);
writeFileSync(join(out, 'notes.md'), notesOf(version));

console.log(`Release ${version}: packages of npm …`);
await run('npm', ['run', 'build', '-w', 'stablecoin-payments', '--silent']);
const workspaces = ['stablecoin-payments', 'stablecoin-payments-cli'].flatMap((name) => ['--workspace', name]);
await run('npm', ['pack', ...workspaces, '--pack-destination', join(out, 'npm'), '--loglevel=error']);

console.log('Package of PyPI …');
const environment = join(root, 'node_modules', '.cache', 'release-python');
await run('python3', ['-m', 'venv', environment]);
const python = join(environment, 'bin', 'python');
await run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', BUILD]);
await run(python, ['-m', 'build', '--outdir', join(out, 'python'), join(root, 'sdks', 'python')]);

console.log('Chart and documents …');
const chart = join(root, 'infra', 'helm', 'stablecoin-payments');
await run('helm', ['package', chart, '--destination', join(out, 'chart')]);
for (const name of ['openapi.json', 'asyncapi.json']) cpSync(join(root, 'apps', 'gateway', name), join(out, name));
console.log(`\nIn ${out}:\n${execFileSync('find', ['.', '-type', 'f'], { cwd: out, encoding: 'utf8' })}`);

/** The one version of the service, its command line, image and chart. The SDKs have their own. */
function theVersion() {
  const text = (...path) => readFileSync(join(root, ...path), 'utf8');
  const json = (...path) => JSON.parse(text(...path)).version;
  const found = {
    'package.json': json('package.json'),
    'sdks/cli/package.json': json('sdks', 'cli', 'package.json'),
    'infra/helm': /^version: (.+)$/m.exec(text('infra', 'helm', 'stablecoin-payments', 'Chart.yaml'))?.[1],
  };
  const [first, ...others] = new Set(Object.values(found));
  if (others.length === 0) return first;
  console.error(`The versions differ: ${JSON.stringify(found, null, 2)}`);
  return process.exit(1);
}

/** The section of the changelog on this version; before it is released, the one on what is not released. */
function notesOf(version) {
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  const sections = changelog.split(/^## /m).slice(1);
  const found =
    sections.find((each) => each.startsWith(version)) ?? sections.find((each) => each.startsWith('Unreleased'));
  if (found === undefined) {
    console.error(`CHANGELOG.md has no section "## ${version}".`);
    process.exit(1);
  }
  return found.slice(found.indexOf('\n') + 1).trim();
}
