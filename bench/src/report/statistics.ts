/**
 * The smallest value that so many percent of all are not above.
 *
 * @param sorted - ascending
 * @returns NaN when there is no value
 */
export function percentile(sorted: ArrayLike<number>, percent: number): number {
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? NaN;
}

/** The value in the middle, which one stretch that a noisy machine has spoilt does not move. NaN when there is none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? NaN;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? NaN;
  return (lower + upper) / 2;
}

/** NaN when there is no value. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The median of the ratios of pairs: what was measured right after each other had the same noise around it. */
export function pairedRatio(numerators: readonly number[], denominators: readonly number[]): number {
  return median(numerators.map((value, index) => value / (denominators[index] ?? NaN)));
}
