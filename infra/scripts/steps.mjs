// What `npm run check`, `npm test` and `npm run test:full` share: steps that stop at nothing, counts, and what to say at the end.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root, run } from './workspace.mjs';

/** Tests wait for servers and clocks: more files at once than there are processors. */
const FILES_AT_ONCE = '--maxWorkers=3';
const JEST = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
const ONLY_LISTED = join(root, 'tests', 'support', 'only-listed.cjs');
/** Enough of a failure to tell a timeout from a wrong answer; the whole of it stands where the test ran. */
const FAILURE_LINES = 12;

/** The steps of a command. A step that fails does not stop the others. */
export class Steps {
  #command;
  #folder = mkdtempSync(join(tmpdir(), 'stablecoin-payments-test-'));
  #totals = { passed: 0, failed: 0, skipped: 0 };
  #failedSteps = [];
  #failures = [];

  /** @param {string} command what the user has called, for the last line */
  constructor(command) {
    this.#command = command;
  }

  /** Runs a step that is not a test file, and counts it as one test. */
  async check(title, work) {
    const passed = await this.step(title, work);
    this.#totals[passed ? 'passed' : 'failed'] += 1;
  }

  /** @returns {Promise<boolean>} whether it succeeded */
  async step(title, work) {
    const startedAt = Date.now();
    const took = () => `${((Date.now() - startedAt) / 1000).toFixed(1)} s`;
    console.log(`\n── ${title}`);
    try {
      await work();
      console.log(`   ${title}: done in ${took()}`);
      return true;
    } catch (error) {
      this.#failedSteps.push(title);
      console.error(`   ${title}: failed in ${took()}: ${error.message}`);
      return false;
    }
  }

  /**
   * Runs test files with Jest as a step, if there are any.
   *
   * @param {string} title
   * @param {readonly string[]} files their absolute paths
   * @param {{ config?: string, node?: string, environment?: Record<string, string>, arguments?: readonly string[] }} options
   */
  async jest(title, files, options = {}) {
    if (files.length === 0) return;
    const { config = 'jest.config.cjs', node = process.execPath, environment = {} } = options;
    await this.step(`${title} (${files.length} files)`, async () => {
      const outputFile = join(this.#folder, 'report.json');
      rmSync(outputFile, { force: true });
      const list = join(this.#folder, 'files');
      writeFileSync(list, files.join('\n'));
      const report = ['--json', `--outputFile=${outputFile}`];
      const more = options.arguments ?? [FILES_AT_ONCE];
      try {
        await run(node, [JEST, '--config', config, '--filter', ONLY_LISTED, ...report, ...more], {
          env: { ...process.env, TEST_FILES: list, TEST_SKIPPED: this.#skippedFile, ...environment },
          stdio: ['ignore', 'ignore', 'inherit'],
        });
      } finally {
        this.#count(outputFile, title);
      }
    });
  }

  /**
   * Prints what failed, what was skipped, and the counts.
   *
   * @param {readonly string[]} hints how to get what the command does not run
   * @returns {number} the exit code
   */
  finish(hints = []) {
    const skipped = existsSync(this.#skippedFile) ? readFileSync(this.#skippedFile, 'utf8').trim().split('\n') : [];
    rmSync(this.#folder, { recursive: true, force: true });
    // Said again at the end: where it first stood, hundreds of lines have followed.
    for (const failure of this.#failures) console.error(`\n${failure}`);
    if (this.#failedSteps.length > 0) console.error(`\nFailed: ${this.#failedSteps.join('; ')}`);
    if (skipped.length > 0) console.log(`\nSkipped:\n${[...new Set(skipped)].map((line) => `  ${line}`).join('\n')}`);
    for (const hint of hints) console.log(`\n${hint}`);
    const { passed, failed, skipped: notRun } = this.#totals;
    console.log(`\n${this.#command}: ${passed} passed, ${failed} failed, ${notRun} skipped`);
    return this.#failedSteps.length > 0 ? 1 : 0;
  }

  get #skippedFile() {
    return join(this.#folder, 'skipped');
  }

  #count(outputFile, title) {
    if (!existsSync(outputFile)) {
      this.#totals.failed += 1;
      this.#failures.push(`${title}: Jest ended without a report`);
      return;
    }
    const report = JSON.parse(readFileSync(outputFile, 'utf8'));
    this.#totals.passed += report.numPassedTests;
    this.#totals.failed += report.numFailedTests + report.numRuntimeErrorTestSuites;
    this.#totals.skipped += report.numPendingTests + report.numTodoTests;
    this.#failures.push(...report.testResults.flatMap(failuresOf));
  }
}

/** Of every test that failed, or file that did not run: its file, its name and how its message begins. */
function failuresOf({ name, message, assertionResults }) {
  const file = relative(root, name);
  const failed = assertionResults.filter(({ status }) => status === 'failed');
  if (failed.length === 0) return message === '' ? [] : [`${file}\n${startOf(message)}`];
  return failed.map((test) => `${file}: ${test.fullName}\n${startOf(test.failureMessages.join('\n'))}`);
}

function startOf(message) {
  return stripVTControlCharacters(message).trim().split('\n').slice(0, FAILURE_LINES).join('\n');
}
