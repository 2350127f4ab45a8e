import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CRASH_POINTS, crashPointTable, nameOf } from './crash-points';

describe('Crash points', () => {
  it('are numbered from 1, with a name of their own, and there are at least 25', () => {
    expect(CRASH_POINTS.map(({ number }) => number)).toEqual(CRASH_POINTS.map((_, index) => index + 1));
    expect(new Set(CRASH_POINTS.map(nameOf)).size).toBe(CRASH_POINTS.length);
    expect(CRASH_POINTS.length).toBeGreaterThanOrEqual(25);
  });

  it('are in docs/reliability.md as they are here', () => {
    const docs = readFileSync(join(__dirname, '..', '..', '..', '..', '..', 'docs', 'reliability.md'), 'utf8');
    expect(docs).toContain(`\n${crashPointTable()}\n`);
  });
});
