import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { Linter } from 'eslint';
import { parser } from 'typescript-eslint';

const ROOT = join(__dirname, '..', '..');
const RULE = 'no-restricted-syntax';
const PRINT = `
  import { ESLint } from 'eslint';
  const eslint = new ESLint();
  const configs = await Promise.all(process.argv.slice(1).map((file) => eslint.calculateConfigForFile(file)));
  console.log(JSON.stringify(configs.map(({ rules }) => rules['${RULE}'] ?? 'off')));`;

/**
 * Starts the linter once for all files, whether or not they are there.
 *
 * @returns of a file and a text in it: what the rule against some syntax says, and what does not parse
 */
export function restrictedSyntaxOf(files: readonly string[]): (file: string, code: string) => readonly string[] {
  const args = ['--input-type=module', '--eval', PRINT, ...files];
  const printed = execFileSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
  const entries = JSON.parse(printed) as readonly Linter.RuleEntry[];
  const rules = new Map(files.map((file, index) => [file, entries[index]]));
  return (file, code) => {
    const entry = rules.get(file);
    if (entry === undefined) throw new Error(`the linter was not asked for ${file}`);
    const config = { files: ['**/*.ts'], languageOptions: { parser }, rules: { [RULE]: entry } };
    return new Linter().verify(code, [config], 'example.ts').map(({ message }) => message);
  };
}
