const DATE_TIME: Intl.DateTimeFormatOptions = {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
};

/**
 * A moment in the zone of the viewer; the year is left out in this year.
 *
 * @param iso - time of the API, such as `2026-01-31T12:00:00.042Z`
 * @param timeZone - left out: that of the viewer
 * @param now - left out: the present
 */
export function formatTime(iso: string, timeZone?: string, now = new Date()): string {
  const at = new Date(iso);
  const withYear = at.getFullYear() !== now.getFullYear();
  return formatter(timeZone, withYear).format(at);
}

/** The same moment in UTC, to the millisecond: what a person compares with logs. */
export function formatUtc(iso: string): string {
  return `${new Date(iso).toISOString().replace('T', ' ').replace('Z', '')} UTC`;
}

/**
 * A span of time in the largest units that fit.
 *
 * @param ms - milliseconds
 * @returns `42 ms`, `1.4 s`, `3 min 5 s`, `2 h 10 min`, `4 d 3 h`
 */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 1_440) return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  const hours = Math.round(minutes / 60);
  return `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Making a formatter takes longer than using it. */
function formatter(timeZone: string | undefined, withYear: boolean): Intl.DateTimeFormat {
  const key = `${timeZone ?? ''} ${withYear}`;
  const known = formatters.get(key);
  if (known !== undefined) return known;
  const year = withYear ? ({ year: 'numeric' } as const) : {};
  const made = new Intl.DateTimeFormat('en', {
    ...DATE_TIME,
    ...year,
    ...(timeZone === undefined ? {} : { timeZone }),
  });
  formatters.set(key, made);
  return made;
}
