/** How a number is shown. */
export type Format = 'text' | 'whole' | 'tenths' | 'hundredths' | 'four digits';

export interface Column {
  /** Its name in `--json`. */
  readonly key: string;
  readonly title: string;
  readonly format: Format;
}

/** By the column's key. Null: not measured, or the system does not tell. */
export type Row = Readonly<Record<string, string | number | null>>;

/** A number and what it should be. */
export interface Verdict {
  readonly what: string;
  readonly value: number;
  readonly target: string;
  readonly met: boolean;
}

/** What one measurement has shown. */
export interface Section {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly verdicts: readonly Verdict[];
}

export function atLeast(what: string, value: number, limit: number): Verdict {
  return { what, value, target: `≥ ${limit.toLocaleString('en')}`, met: value >= limit };
}

export function atMost(what: string, value: number, limit: number): Verdict {
  return { what, value, target: `≤ ${limit.toLocaleString('en')}`, met: value <= limit };
}
