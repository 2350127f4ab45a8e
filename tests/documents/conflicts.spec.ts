/** @checks */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesNamed, ROOT } from '../e2e/support/repository';

const OURS = '<'.repeat(7);
const BASE = '|'.repeat(7);
const BETWEEN = '='.repeat(7);
const THEIRS = '>'.repeat(7);

/** A conflict marker, or what a formatter makes of one: indented, escaped, a row of a table, seven nested quotes. */
const MARKERS = [
  new RegExp(`^\\s*\\\\?(?:${OURS}|${THEIRS})(?: |$)`),
  new RegExp(`^\\s*\\\\?${BETWEEN}$`),
  new RegExp(`^\\s*\\\\?${BASE.replaceAll('|', '\\|')} `),
  new RegExp(`^\\| *(?:${OURS}|${BETWEEN}|${THEIRS})(?: |$)`),
  /^\s*(?:> ?){7}/,
];

/** The lines of a text that are such a marker, by their numbers from 1. */
function markersIn(text: string): readonly number[] {
  return text.split('\n').flatMap((line, index) => (MARKERS.some((marker) => marker.test(line)) ? [index + 1] : []));
}

function trackedFiles(): readonly string[] {
  try {
    return execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0').filter(Boolean);
  } catch {
    return filesNamed(/./);
  }
}

/** As `npm run format` leaves it in a document. */
function formatted(text: string): string {
  const formatter = join(ROOT, 'node_modules', 'prettier', 'bin', 'prettier.cjs');
  return execFileSync(process.execPath, [formatter, '--stdin-filepath', 'page.md'], { input: text, encoding: 'utf8' });
}

describe('A merge conflict', () => {
  const conflict = (ours: string, theirs: string): string =>
    [OURS + ' HEAD', ours, `${BASE} base`, ours, BETWEEN, theirs, `${THEIRS} a branch`].join('\n');

  it.each([
    ['in prose', conflict('text of ours', 'text of theirs')],
    ['in a list', `- item\n${conflict('- item of ours', '- item of theirs')}`],
    ['in a table', `| a | b |\n| --- | --- |\n| 1 | 2 |\n${conflict('| 3 | 4 |', '| 3 | 5 |')}`],
  ])('is found %s, as it is committed and as the formatter leaves it', (_, text) => {
    expect(markersIn(text).length).toBeGreaterThanOrEqual(3);
    const result = formatted(text);
    expect(result).not.toBe(text);
    expect(markersIn(result).length).toBeGreaterThanOrEqual(2);
  });

  it('is in no file of the repository', () => {
    const files = trackedFiles();
    const found = files.flatMap((file) => {
      const text = readFileSync(join(ROOT, file), 'utf8');
      return text.includes('\0') ? [] : markersIn(text).map((line) => `${file}:${line}`);
    });
    expect(files.length).toBeGreaterThan(1_000);
    expect(found).toEqual([]);
  });
});
