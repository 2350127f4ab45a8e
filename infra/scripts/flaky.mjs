// `npm run test:flaky`: repeats tests beside processes that keep every core busy, and prints a table of the runs.
import { spawn } from 'node:child_process';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './workspace.mjs';

const HELP = `Usage:
  npm run test:flaky                                 npm test, ten times, beside four busy processes per core
  npm run test:flaky -- --runs 20 apps/payment       what npm test -- apps/payment runs, twenty times
  npm run test:flaky -- --full --load 2 --runs 5     npm run test:full, beside two per core`;
const COUNTS = /^npm .*: (\d+) passed, (\d+) failed, (\d+) skipped$/m;

const { runs, load, full, words } = readArguments();
const busy = Array.from({ length: load * cpus().length }, () =>
  spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
);
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));
process.once('exit', () => busy.forEach((each) => each.kill('SIGKILL')));

const rows = [];
for (let run = 1; run <= runs; run++) {
  const row = await runTests();
  rows.push({ run, ...row });
  console.log(`run ${run} of ${runs}: ${row.failed === 0 ? 'passed' : 'FAILED'} in ${row.seconds} s`);
}
console.log(`\n${load} busy processes on each of ${cpus().length} cores\n`);
console.log('| run | seconds | passed | failed | skipped | what failed |');
console.log('| --: | ------: | -----: | -----: | ------: | ----------- |');
for (const { run, seconds, passed, failed, skipped, names } of rows) {
  console.log(`| ${run} | ${seconds} | ${passed} | ${failed} | ${skipped} | ${names.join('; ')} |`);
}
const good = rows.filter(({ failed }) => failed === 0).length;
console.log(`\n${good} of ${runs} runs passed`);
process.exit(good === runs ? 0 : 1);

async function runTests() {
  const startedAt = Date.now();
  const args = [join(root, 'infra', 'scripts', 'test.mjs'), ...(full ? ['--full'] : []), ...words];
  const child = spawn(process.execPath, args, { cwd: root });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const code = await new Promise((resolve) => child.on('close', resolve));
  const [, passed = 0, failed = 0, skipped = 0] = (COUNTS.exec(output) ?? []).map(Number);
  const names = [...output.matchAll(/^(\S+\.(?:spec|e2e)\.ts)(?:: (.+))?$/gm)].map(([, file, name]) => name ?? file);
  return {
    seconds: Math.round((Date.now() - startedAt) / 1_000),
    ...{ passed, skipped, names: [...new Set(names)] },
    // Without counts, or with a step that failed without a test, the run has failed too.
    failed: code === 0 ? failed : Math.max(failed, 1),
  };
}

function readArguments() {
  try {
    const options = { runs: { type: 'string' }, load: { type: 'string' }, full: { type: 'boolean' } };
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [times, each] = [Number(values.runs ?? 10), Number(values.load ?? 4)];
    if (![times, each].every((number) => Number.isSafeInteger(number) && number >= 0) || times === 0) {
      throw new Error('--runs is a number from 1 on, --load one from 0 on');
    }
    return { runs: times, load: each, full: values.full ?? false, words: positionals };
  } catch (error) {
    console.error(`${error.message}\n\n${HELP}`);
    process.exit(2);
  }
}
