// `npm test` and, with --full, `npm run test:full`. Words behind `--` select the test files that have one of them in their path.
// Every test file belongs to one of the two, or to `npm run check`: tests/support/selection.cjs reads it from the file.
import { relative } from 'node:path';
import { filesOf, testFiles } from '../../tests/support/selection.cjs';
import { Steps } from './steps.mjs';
import { ensureBuilt, ensureInstalled, requireSupportedNode, root, run } from './workspace.mjs';
import { nodeOfTests } from './patched-node.mjs';

requireSupportedNode();
await ensureInstalled();

const words = process.argv.slice(2).filter((word) => word !== '--full');
const isFull = process.argv.includes('--full');
const selected = (files) =>
  words.length === 0 ? files : files.filter((file) => words.some((word) => relative(root, file).includes(word)));
const e2e = { config: 'jest.e2e.config.cjs' };
const CURRENT = `Node ${process.versions.node}`;

const steps = new Steps(['npm', ...(isFull ? ['run', 'test:full'] : ['test'])].join(' '));
if (selected([...testFiles('spec'), ...testFiles('e2e')]).length === 0) {
  console.error(`No test file has ${words.map((word) => `"${word}"`).join(' or ')} in its path.`);
  process.exit(2);
}
process.exit(await (isFull ? runFull() : runQuick()));

async function runQuick() {
  const unit = selected(filesOf('unit'));
  const built = selected(filesOf('e2eBuilt'));
  const quick = new Set([...unit, ...built]);
  const others = selected([...testFiles('spec'), ...testFiles('e2e')]).filter((file) => !quick.has(file));
  const areOnlyOthers = quick.size === 0;
  if (areOnlyOthers) console.log('Only files of `npm run test:full` match: they run, end-to-end files in process.');

  let node = process.execPath;
  await steps.step('Build', async () => {
    [node] = await Promise.all([nodeOfTests(), ensureBuilt()]);
  });
  await steps.jest('Unit and contract tests', areOnlyOthers ? others.filter(isSpec) : unit, { node });
  const onOneService = { ...e2e, node, environment: { E2E_NODE: node } };
  await steps.jest('End-to-end tests on one built service', built, onOneService);
  if (!areOnlyOthers) return steps.finish(others.length === 0 ? [] : [hintOf(others.length)]);
  const areOfStack = (file) => filesOf('stack').includes(file);
  await steps.jest(
    'End-to-end tests, in process',
    others.filter((file) => !isSpec(file) && !areOfStack(file)),
    e2e,
  );
  await runStack(others.filter(areOfStack));
  return steps.finish();
}

async function runFull() {
  let node = process.execPath;
  await steps.step('Build', async () => {
    [node] = await Promise.all([nodeOfTests(), ensureBuilt()]);
    // Before the tests that need them: two of these would build them at the same time.
    await run('npx', ['turbo', 'run', 'build', '--filter=./sdks/*', '--output-logs=errors-only']);
  });
  await steps.jest(`Slow unit and contract tests on ${CURRENT}`, selected(filesOf('unitSlow')));
  await steps.jest(`End-to-end tests, in process on ${CURRENT}`, selected(filesOf('e2eInProcess')), e2e);
  // Where `npm test` uses the same Node, both have run.
  if (node !== process.execPath) {
    await steps.jest(`Unit and contract tests on ${CURRENT}`, selected(filesOf('unit')));
    const title = 'Slow end-to-end tests on services that the newest Node runs';
    await steps.jest(title, selected(filesOf('e2eNewestNode')), { ...e2e, node, environment: { E2E_NODE: node } });
  }
  await runStack(selected(filesOf('stack')));
  return steps.finish();
}

/** One after the other: they build and clear away the same files. */
function runStack(files) {
  const options = { config: 'jest.infra.config.cjs', arguments: ['--maxWorkers=1'] };
  return steps.jest('The distributed stack, from its commands and its image', files, options);
}

function isSpec(file) {
  return file.endsWith('.spec.ts');
}

function hintOf(count) {
  const command = ['npm run test:full', ...(words.length === 0 ? [] : ['--', ...words])].join(' ');
  return `${count} of the slower files ${count === 1 ? 'was' : 'were'} not run: ${command}`;
}
