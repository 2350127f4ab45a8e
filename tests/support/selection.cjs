const { readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');

const ROOT = join(__dirname, '..', '..');
const FOLDERS = ['apps', 'libs', 'infra', 'tests', 'bench', 'sdks'];
const NO_SOURCES = new Set(['node_modules', 'dist', 'data', '.venv']);

/** What `@needs` of a test file may name. */
const NEEDS = {
  'own-service': 'starts services of its own, so it says nothing of a deployment at BASE_URL',
  'e2e-node': 'starts them on the Node of E2E_NODE',
  kafka: 'starts a broker, which takes half a minute',
  stack: 'starts the distributed stack or its image, one at a time',
};

/**
 * What a test file says of itself in the docblock at its top:
 *
 * - `@needs <name> ...`: of {@link NEEDS}
 * - `@slow <seconds>`: about how long it takes on an idle machine, where that is more than ten seconds
 * - `@once`: says the same of the code on every version of Node
 * - `@checks`: reads files of the repository and runs none of its code: `npm run check` runs it
 *
 * @returns {{ needs: string[], slow: number, once: boolean, checks: boolean }} `slow` is 0 where nothing is said
 */
function marksOf(path) {
  const [docblock = ''] = /^\/\*\*[^]*?\*\//.exec(readFileSync(path, 'utf8')) ?? [];
  const marks = new Map(
    [...docblock.matchAll(/^[/ *]*@(\w+) ?(.*?)(?: *\*\/)?$/gm)].map(([, name, text]) => [name, text]),
  );
  return {
    needs: (marks.get('needs') ?? '').split(' ').filter(Boolean),
    slow: Number.parseInt(marks.get('slow') ?? '0', 10),
    once: marks.has('once'),
    checks: marks.has('checks'),
  };
}

/** The test files of the repository, as absolute paths. @param {'spec' | 'e2e'} kind */
function testFiles(kind) {
  const below = (folder) =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return NO_SOURCES.has(entry.name) ? [] : below(path);
      return entry.name.endsWith(`.${kind}.ts`) ? [path] : [];
    });
  return FOLDERS.flatMap((folder) => below(join(ROOT, folder)));
}

const isSlow = ({ slow, needs }) => slow > 0 || needs.includes('kafka');
const needsService = ({ needs }) => needs.includes('own-service');

/** The parts that the commands run, each with its kind of test file and what it takes of them. */
const PARTS = {
  checks: { kind: 'spec', takes: (marks) => marks.checks },
  unit: { kind: 'spec', takes: (marks) => !marks.checks && !isSlow(marks) },
  unitSlow: { kind: 'spec', takes: (marks) => !marks.checks && isSlow(marks) },
  e2eBuilt: { kind: 'e2e', takes: (marks) => !isSlow(marks) && !needsService(marks) && !marks.needs.includes('stack') },
  e2eInProcess: { kind: 'e2e', takes: (marks) => !marks.needs.includes('stack') },
  e2eNewestNode: {
    kind: 'e2e',
    takes: (marks) =>
      !marks.once &&
      !marks.needs.includes('stack') &&
      (needsService(marks) ? marks.needs.includes('e2e-node') : isSlow(marks)),
  },
  stack: { kind: 'e2e', takes: (marks) => marks.needs.includes('stack') },
};

/** The test files of a part. @param {keyof PARTS} part */
function filesOf(part) {
  const { kind, takes } = PARTS[part];
  return testFiles(kind).filter((path) => takes(marksOf(path)));
}

module.exports = { NEEDS, PARTS, filesOf, marksOf, testFiles };
