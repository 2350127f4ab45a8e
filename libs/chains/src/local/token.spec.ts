import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeWithAnvil } from '../testing/describe-with-anvil';
import { describeToken } from '../testing/token.contract';

describe('the artifact of the contracts of local chains', () => {
  it('is what the pinned compiler makes of the sources, byte for byte', () => {
    const folder = join(__dirname, 'contracts');
    const compiled = execFileSync(process.execPath, [join(folder, 'compile.mjs'), '--print'], { encoding: 'utf8' });
    expect(compiled).toBe(readFileSync(join(folder, 'artifacts.json'), 'utf8'));
  });
});

describeWithAnvil('the token', () => {
  describe('of local chains', () => describeToken('stand-in'));
  describe('that Circle publishes', () => describeToken('published'));
});
