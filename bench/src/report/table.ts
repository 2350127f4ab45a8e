import type { Column, Format, Row } from './section';

const NOTHING = '–';
const DECIMALS: Readonly<Record<Exclude<Format, 'text' | 'four digits'>, number>> = {
  whole: 0,
  tenths: 1,
  hundredths: 2,
};

/** A table in Markdown, padded so that it can be read as it is. */
export function table(columns: readonly Column[], rows: readonly Row[]): string {
  const cells = rows.map((row) => columns.map(({ key, format }) => shown(row[key] ?? null, format)));
  const widths = columns.map(({ title }, index) =>
    Math.max(title.length, 3, ...cells.map((line) => line[index]?.length ?? 0)),
  );
  const line = (texts: readonly string[]): string =>
    `| ${texts.map((text, index) => pad(text, widths[index] ?? 0, columns[index]?.format)).join(' | ')} |`;
  const rule = columns.map(({ format }, index) => {
    const dashes = '-'.repeat((widths[index] ?? 0) - (format === 'text' ? 0 : 1));
    return format === 'text' ? dashes : `${dashes}:`;
  });
  return [line(columns.map(({ title }) => title)), `| ${rule.join(' | ')} |`, ...cells.map(line)].join('\n');
}

function shown(value: string | number | null, format: Format): string {
  if (value === null || Number.isNaN(value)) return NOTHING;
  if (typeof value === 'string' || format === 'text') return String(value);
  if (format === 'four digits') return value.toLocaleString('en', { maximumSignificantDigits: 4 });
  const decimals = DECIMALS[format];
  return value.toLocaleString('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}

function pad(text: string, width: number, format: Format = 'text'): string {
  return format === 'text' ? text.padEnd(width) : text.padStart(width);
}
