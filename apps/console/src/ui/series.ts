export interface ChartProps {
  readonly label: string;
  /** When each interval begins, as the API says it. */
  readonly times: readonly string[];
  readonly series: readonly Series[];
  /** `bars` stand on each other. */
  readonly kind: 'bars' | 'lines';
  /** Of one interval, such as `hour`: the legend says it while nobody points at one. */
  readonly per: string;
  readonly format?: (value: number) => string;
}

export interface Series {
  readonly label: string;
  readonly color: 'chart-positive' | 'chart-warning' | 'chart-critical' | 'accent' | 'field' | 'info';
  readonly values: readonly (number | null)[];
  /** The same as exact text; left out: the numbers say it. */
  readonly texts?: readonly string[];
}

/** One value of a series, in words. */
export function textAt({ values, texts }: Series, index: number, format: (value: number) => string): string {
  const value = values[index];
  return texts?.[index] ?? (value === null || value === undefined ? 'none' : format(value));
}
