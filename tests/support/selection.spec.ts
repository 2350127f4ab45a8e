import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ROOT, textOf } from '../e2e/support/repository';
import selection from './selection.cjs';

const { NEEDS, PARTS, filesOf, marksOf, testFiles } = selection;
const FILES = [...testFiles('spec'), ...testFiles('e2e')];
const parts = Object.keys(PARTS) as (keyof typeof PARTS)[];

describe('The test files', () => {
  it('are all run by npm run check, npm test or npm run test:full', () => {
    const run = new Set(parts.flatMap((part) => filesOf(part)));
    expect(FILES.filter((file) => !run.has(file))).toEqual([]);
    const commands = ['check', 'test'].map((name) => textOf(`infra/scripts/${name}.mjs`)).join('\n');
    expect(parts.filter((part) => !commands.includes(`filesOf('${part}')`))).toEqual([]);
  });

  it('are all found', () => {
    const tracked = execFileSync('git', ['ls-files', '*.spec.ts', '*.e2e.ts'], { cwd: ROOT, encoding: 'utf8' });
    const found = new Set(FILES.map((file) => relative(ROOT, file)));
    expect(
      tracked
        .trim()
        .split('\n')
        .filter((file) => !found.has(file)),
    ).toEqual([]);
    expect(found.size).toBeGreaterThan(450);
  });

  it('are all matched by the configuration that runs them', () => {
    const listed = ['jest.config.cjs', 'jest.e2e.config.cjs', 'jest.infra.config.cjs'].flatMap((config) =>
      execFileSync(process.execPath, [join(ROOT, 'node_modules/.bin/jest'), '--config', config, '--listTests'], {
        cwd: ROOT,
        encoding: 'utf8',
        env: { ...process.env, BASE_URL: undefined },
      })
        .trim()
        .split('\n'),
    );
    expect(listed.sort()).toEqual([...FILES].sort());
  });

  it('say nothing of themselves that is not understood', () => {
    const wrong = FILES.filter((file) => {
      const [docblock = ''] = /^\/\*\*[^]*?\*\//.exec(readFileSync(file, 'utf8')) ?? [];
      const words = [...docblock.matchAll(/@(\w+)/g)].map(([, word = '']) => word);
      const { needs, slow } = marksOf(file);
      return (
        words.some((word) => !['needs', 'slow', 'once', 'checks'].includes(word)) ||
        (words.includes('needs') && needs.length === 0) ||
        needs.some((name) => !(name in NEEDS)) ||
        (words.includes('slow') && !(slow > 0))
      );
    });
    expect(wrong).toEqual([]);
  });
});
