/** @checks */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(__dirname, '..', '..');
const PRINT = `
  import { ESLint } from 'eslint';
  import { SIZED, SIZE_EXCEPTIONS, sizesAlone } from './eslint.sizes.mjs';
  const eslint = new ESLint({ overrideConfigFile: true, overrideConfig: sizesAlone });
  const results = await eslint.lintFiles(SIZED);
  const found = results.flatMap(({ filePath, messages }) => messages.map(({ ruleId }) => [ruleId, filePath]));
  console.log(JSON.stringify({ found, exceptions: SIZE_EXCEPTIONS }));`;

type Rule = 'max-lines' | 'max-lines-per-function' | 'max-depth' | 'sizes/no-literal-spread';

interface Printed {
  readonly found: readonly (readonly [rule: string, file: string])[];
  readonly exceptions: Readonly<Record<Rule, readonly string[]>>;
}

describe('the size of product code', () => {
  let printed: Printed;
  beforeAll(() => {
    const args = ['--input-type=module', '--eval', PRINT];
    const options = { cwd: ROOT, encoding: 'utf8', maxBuffer: 100_000_000 } as const;
    printed = JSON.parse(execFileSync(process.execPath, args, options)) as Printed;
  }, 300_000);

  it.each(['max-lines', 'max-lines-per-function', 'max-depth', 'sizes/no-literal-spread'] as const)(
    '%s: its exceptions are the files that need one. Shorten a file that is missing; remove an entry that is too many',
    (rule) => {
      const files = printed.found.filter(([each]) => each === rule).map(([, file]) => file.slice(ROOT.length + 1));
      expect([...printed.exceptions[rule]].sort()).toEqual([...new Set(files)].sort());
    },
  );
});
