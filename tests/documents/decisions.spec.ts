/** @checks */
import { filesNamed, textOf } from '../e2e/support/repository';

const DECISIONS = filesNamed(/^\d{4}-.*\.md$/, 'docs/adr');
const STATUS =
  /^\*\*Status:\*\* (accepted|superseded)(?: on \d{4}-\d\d-\d\d by .+)?(?:, amended .+)?\. \*\*Date:\*\* \d{4}-\d\d-\d\d\.$/;

describe('The decisions', () => {
  it('are there', () => {
    expect(DECISIONS.length).toBeGreaterThan(30);
  });

  it.each(DECISIONS)('%s has a status and a date, and says by what it was superseded', (file) => {
    const lines = textOf(file).split('\n\n').slice(1, 2).join('').replaceAll('\n', ' ');
    const [, status] = STATUS.exec(lines) ?? [];
    expect(lines).toMatch(STATUS);
    if (status === 'superseded') expect(lines).toMatch(/superseded on \S+ by /);
  });
});
