/** @checks */
import { textOf } from '../e2e/support/repository';

const rows = textOf('docs/compatibility.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && line.includes(']('));

describe('The page on what outside software does', () => {
  it('has at least forty rows', () => {
    expect(rows.length).toBeGreaterThanOrEqual(40);
  });

  it.each(rows.map((row) => [row.slice(2, 70).trim(), row]))('names a test that is there: %s', (_, row) => {
    const [, title = '', path = ''] = /<!-- \[([^\]]+)\]\(\.\.\/([^)#]+\.ts)\) --> *\|$/.exec(row) ?? [];
    expect(textOf(path)).toContain(title);
  });
});
