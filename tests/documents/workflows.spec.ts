/** @checks */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeUnlessMissing } from '../support/missing';
import { ROOT } from '../e2e/support/repository';

const FOLDER = join(ROOT, '.github', 'workflows');
const WORKFLOWS = readdirSync(FOLDER).map((name) => ({ name, text: readFileSync(join(FOLDER, name), 'utf8') }));

function missingActionlint(): string | undefined {
  try {
    execFileSync('actionlint', ['-version'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'actionlint is missing: run infra/scripts/install-go-programs.sh';
  }
}

/** What a pattern finds in all workflows. */
function found(pattern: RegExp): readonly string[] {
  return WORKFLOWS.flatMap(({ text }) => [...text.matchAll(pattern)].map(([, match = '']) => match));
}

describeUnlessMissing('the workflows', missingActionlint(), () => {
  it('pass their linter', () => {
    expect(
      execFileSync(
        'actionlint',
        WORKFLOWS.map(({ name }) => join(FOLDER, name)),
        { encoding: 'utf8' },
      ),
    ).toBe('');
  });
});

describe('The workflows', () => {
  it('name every action by its commit, which cannot be moved as a tag can', () => {
    const actions = found(/uses: (.+)/g);
    expect(actions.length).toBeGreaterThan(10);
    for (const each of actions) expect(each).toMatch(/@[0-9a-f]{40} # v\d/);
  });

  it('run scripts that exist', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: object };
    const names = [
      ...found(/npm run ([\w:-]+)/g),
      ...found(/command: \[run ([\w:-]+)/g),
      ...found(/, run ([\w:-]+)\]/g),
    ];
    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((name) => !(name in scripts))).toEqual([]);
  });

  it('run what .ci/run runs', () => {
    const [, commands = ''] = /for command in (.+); do/.exec(readFileSync(join(ROOT, '.ci', 'run'), 'utf8')) ?? [];
    const [matrix = ''] = found(/^ +command: \[(.+)\]$/gm);
    expect(matrix.split(', ')).toEqual([...commands.matchAll(/'([^']+)'/g)].map(([, command]) => command));
  });
});
