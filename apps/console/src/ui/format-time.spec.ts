import { formatDuration, formatTime, formatUtc } from './format-time';

describe('times', () => {
  const moment = '2026-01-31T23:30:05.042Z';

  it('are shown in the zone of the viewer', () => {
    const later = new Date('2027-06-01T00:00:00Z');
    expect(formatTime(moment, 'Europe/Berlin', later)).toBe('Feb 1, 2026, 00:30:05');
    expect(formatTime(moment, 'America/New_York', later)).toBe('Jan 31, 2026, 18:30:05');
  });

  it('leave out the year in the same year', () => {
    expect(formatTime(moment, 'UTC', new Date('2026-06-01T00:00:00Z'))).toBe('Jan 31, 23:30:05');
  });

  it('are exact in UTC', () => {
    expect(formatUtc(moment)).toBe('2026-01-31 23:30:05.042 UTC');
  });

  it.each([
    [0, '0 ms'],
    [999, '999 ms'],
    [1_440, '1.4 s'],
    [185_000, '3 min 5 s'],
    [7_800_000, '2 h 10 min'],
    [356_400_000, '4 d 3 h'],
  ])('%d ms take %s', (ms, shown) => {
    expect(formatDuration(ms)).toBe(shown);
  });
});
