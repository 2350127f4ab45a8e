/** What a cell is made from. Null is an empty cell. */
export type Cell = string | number | boolean | null;

/** How the objects of a list are written as CSV (RFC 4180). */
export interface CsvTable<T> {
  /** Name of the file, without its extension. */
  readonly name: string;
  /** The first line. */
  readonly header: string;
  /** The lines of one object. */
  lines(object: T): string;
}

/** A spreadsheet takes text that begins like this for a formula. */
const FORMULA = /^[=+\-@\t\r\n]/;
const NUMBER = /^-?\d+(\.\d+)?$/;
const NEEDS_QUOTES = /[",\r\n]/;

/**
 * Describes a table.
 *
 * @param columns - what stands in each column, by its name
 * @param rowsOf - the rows of one object
 */
export function csvTable<T, Row>(
  name: string,
  columns: Readonly<Record<string, (row: Row) => Cell>>,
  rowsOf: (object: T) => readonly Row[],
): CsvTable<T> {
  const cells = Object.values(columns);
  return {
    name,
    header: rowOf(Object.keys(columns)),
    lines: (object) =>
      rowsOf(object)
        .map((row) => rowOf(cells.map((cell) => cell(row))))
        .join(''),
  };
}

function rowOf(cells: readonly Cell[]): string {
  return `${cells.map(write).join(',')}\r\n`;
}

/** Text that a spreadsheet would run gets an apostrophe in front. A plain number stays one, also if it is negative. */
function write(cell: Cell): string {
  if (cell === null) return '';
  const text = typeof cell === 'string' && FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : String(cell);
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
