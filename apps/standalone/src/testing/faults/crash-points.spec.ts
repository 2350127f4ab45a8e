import { CRASH_POINTS, nameOf } from './crash-points';

describe('Crash points', () => {
  it('are numbered from 1, with a name of their own, and there are at least 25', () => {
    expect(CRASH_POINTS.map(({ number }) => number)).toEqual(CRASH_POINTS.map((_, index) => index + 1));
    expect(new Set(CRASH_POINTS.map(nameOf)).size).toBe(CRASH_POINTS.length);
    expect(CRASH_POINTS.length).toBeGreaterThanOrEqual(25);
  });
});
