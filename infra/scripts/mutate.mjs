// `npm run test:mutate`: breaks one rule after another in the source, as tests/mutations/mutations.json says, and counts how many of
// these mutations the tests of `npm test` notice. Each file is as it was when the command ends, also by Ctrl-C.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { filesOf } from '../../tests/support/selection.cjs';
import { ensureInstalled, requireSupportedNode, root } from './workspace.mjs';

/** Of 100 mutations. */
const CAUGHT_LEAST = 95;
const HELP = `Usage:
  npm run test:mutate                     every mutation; fails if fewer than ${CAUGHT_LEAST} % are caught
  npm run test:mutate -- --only <words>   those whose rule or file has these words`;

requireSupportedNode();
await ensureInstalled();
const { only } = readArguments();
const folder = mkdtempSync(join(tmpdir(), 'stablecoin-payments-mutations-'));
const mutations = JSON.parse(readFileSync(join(root, 'tests', 'mutations', 'mutations.json'), 'utf8')).filter(
  ({ rule, file }) => only === undefined || rule.includes(only) || file.includes(only),
);
const unit = filesOf('unit');
/** The file that is broken now, and its text. */
let broken;

refuseChangedFiles();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));
process.once('exit', () => {
  restore();
  rmSync(folder, { recursive: true, force: true });
});

console.log(`${mutations.length} mutations; first the tests as they are …`);
if (!(await pass(unit.filter((file) => mutations.some((mutation) => isTestOf(mutation, file)))))) {
  console.error('Some of these tests fail without any mutation: mend them first.');
  process.exit(1);
}
const survivors = [];
for (const [index, mutation] of mutations.entries()) {
  const isCaught = await isNoticed(mutation);
  if (!isCaught) survivors.push(mutation);
  console.log(`${index + 1}/${mutations.length} ${isCaught ? 'caught  ' : 'SURVIVED'} ${mutation.rule}`);
}
const caught = mutations.length - survivors.length;
const score = (100 * caught) / mutations.length;
for (const { rule, file } of survivors) console.log(`\nNobody noticed: ${rule} (${file})`);
console.log(`\n${caught} of ${mutations.length} mutations caught: ${score.toFixed(0)} %`);
process.exit(score >= CAUGHT_LEAST ? 0 : 1);

/** Tries the tests beside the rule first; then all of `npm test` that import its file. */
async function isNoticed(mutation) {
  const path = join(root, mutation.file);
  const text = readFileSync(path, 'utf8');
  broken = { path, text };
  writeFileSync(
    path,
    text.replace(mutation.find, () => mutation.replace),
  );
  try {
    if (!(await pass(unit.filter((file) => isTestOf(mutation, file))))) return true;
    return !(await pass(unit, ['--findRelatedTests', path]));
  } finally {
    restore();
  }
}

function isTestOf({ tests }, file) {
  return tests.some((word) => relative(root, file).includes(word));
}

function restore() {
  if (broken !== undefined) writeFileSync(broken.path, broken.text);
  broken = undefined;
}

/** @returns {Promise<boolean>} whether all of these test files pass; the first that fails ends the run */
function pass(files, more = []) {
  const list = join(folder, 'files');
  writeFileSync(list, files.join('\n'));
  const filter = join(root, 'tests', 'support', 'only-listed.cjs');
  const child = spawn('npx', ['jest', '--bail', '--passWithNoTests', '--filter', filter, ...more], {
    cwd: root,
    stdio: 'ignore',
    env: { ...process.env, TEST_FILES: list, TEST_SKIPPED: join(folder, 'skipped') },
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => resolve(code === 0));
  });
}

/** What was restored after a crash of this command must be what it was. */
function refuseChangedFiles() {
  const files = [...new Set(mutations.map(({ file }) => file))];
  const changed = execFileSync('git', ['diff', '--name-only', 'HEAD', '--', ...files], { cwd: root, encoding: 'utf8' });
  if (changed === '') return;
  console.error(`Commit or stash these first, because the command changes them:\n${changed}`);
  process.exit(2);
}

function readArguments() {
  try {
    return parseArgs({ options: { only: { type: 'string' } } }).values;
  } catch (error) {
    console.error(`${error.message}\n\n${HELP}`);
    process.exit(2);
  }
}
