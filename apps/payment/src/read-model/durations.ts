/** Ranges of durations double in width so that each has at least this many times its width below it. */
const FINENESS = 64;

/**
 * How many durations were in each range, by the lowest millisecond of the range. Counts of several add up, so percentiles of
 * any span of time come from the counts of its hours. Up to 127 ms each millisecond is a range; above, a range is at most 1/64 as
 * wide as its lowest duration, so its middle is within 0.8 % of every duration in it.
 */
export type DurationCounts = Map<number, number>;

/** Counts a duration. */
export function countDuration(counts: DurationCounts, ms: number): void {
  const width = widthAt(ms);
  add(counts, Math.floor(ms / width) * width, 1);
}

/**
 * The duration that a share of all does not exceed, by nearest rank.
 *
 * @param share - above 0, at most 1
 * @returns in milliseconds, within 0.8 %; null when nothing was counted
 */
export function percentile(counts: DurationCounts, share: number): number | null {
  let left = Math.ceil(share * [...counts.values()].reduce((sum, count) => sum + count, 0));
  for (const [from, count] of [...counts].sort(([a], [b]) => a - b)) {
    left -= count;
    if (left <= 0) return from + Math.floor(widthAt(from) / 2);
  }
  return null;
}

/** As a row keeps them, each range followed by its count: the same counts are the same text. */
export function durationsToJson(counts: DurationCounts): string {
  // Sorts numbers by itself, which is several times as fast as with a function.
  const ranges = Float64Array.from(counts.keys()).sort();
  const flat: number[] = [];
  for (const from of ranges) flat.push(from, counts.get(from) ?? 0);
  return JSON.stringify(flat);
}

/** Adds what {@link durationsToJson} has written. */
export function addDurationsFromJson(counts: DurationCounts, json: string): void {
  const flat = JSON.parse(json) as readonly number[];
  for (let at = 0; at < flat.length; at += 2) add(counts, flat[at] ?? 0, flat[at + 1] ?? 0);
}

function add(counts: DurationCounts, from: number, count: number): void {
  counts.set(from, (counts.get(from) ?? 0) + count);
}

function widthAt(ms: number): number {
  let width = 1;
  while (ms >= 2 * FINENESS * width) width *= 2;
  return width;
}
