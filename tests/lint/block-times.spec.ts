import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { Linter } from 'eslint';
import { parser } from 'typescript-eslint';

const ROOT = join(__dirname, '..', '..');
const RULE = 'no-restricted-syntax';
const MESSAGE = /^Never turn a time into a number of blocks/;

interface Printed {
  readonly rules: Readonly<Record<string, readonly [severity: number, ...options: unknown[]]>>;
}

/** The rule as the linter has it for a file, whether or not the file is there. */
function ruleFor(file: string): Printed['rules'][string] | undefined {
  const eslint = join(ROOT, 'node_modules', 'eslint', 'bin', 'eslint.js');
  const printed = execFileSync(process.execPath, [eslint, '--print-config', file], { cwd: ROOT, encoding: 'utf8' });
  return (JSON.parse(printed) as Printed).rules[RULE];
}

function complaints(rule: Printed['rules'][string] | undefined, code: string): readonly string[] {
  const rules = rule === undefined ? {} : { [RULE]: rule as Linter.RuleEntry };
  const found = new Linter().verify(code, [{ files: ['**/*.ts'], languageOptions: { parser }, rules }], 'example.ts');
  return found.map(({ message }) => message).filter((message) => MESSAGE.test(message) || message.includes('arsing'));
}

describe('the linter forbids dividing a time by the time of a block', () => {
  const rule = ruleFor('libs/chains/src/evm/example.ts');

  it.each([
    'const blocks = (now - since) / blockMs;',
    'const blocks = Math.floor(age / network.blockMs);',
    'const blocks = age / network.pace.blockTime;',
    'const slots = age / SLOT_MS;',
    'const slots = age / Number(slotMs);',
    'const slots = age / SLOT_MS_MIN;',
    'const blocks = age / block_time;',
    'const blocks = age / blockSeconds;',
    'const blocks = age / blockInterval;',
    'const blocks = age / BLOCK_MS[chain];',
    'const blocks = age / slotDurationMs;',
    'let blocks = age; blocks /= blockMs;',
  ])('as in %s', (code) => {
    expect(complaints(rule, code)).toHaveLength(1);
  });

  it.each([
    'const until = at + 150 * slotMs;',
    'const half = blockMs / 2;',
    'const seconds = age / 1_000;',
    'const each = blockGas / transfers;',
    'const share = taken / blocks.length;',
  ])('and not what makes no blocks of a time: %s', (code) => {
    expect(complaints(rule, code)).toEqual([]);
  });

  it.each([
    'libs/chains/src/solana/observation/example.ts',
    'libs/chains/src/rpc/example.ts',
    'apps/payment/src/application/example.ts',
    'apps/treasury/src/application/example.ts',
    'apps/standalone/src/tools/doctor/example.ts',
  ])('in every file that asks a chain: %s', (file) => {
    expect(complaints(ruleFor(file), 'const blocks = age / blockMs;')).toHaveLength(1);
  });

  it.each(['libs/chains/src/simulated/example.ts', 'libs/chains/src/local/example.ts'])(
    'and not in the chains that we make: %s',
    (file) => {
      expect(complaints(ruleFor(file), 'const blocks = age / blockMs;')).toEqual([]);
    },
  );
});
