import type { CsvTable } from '../http/csv/csv-table';
import type { Example } from './open-api';

/** The example of a list as CSV. */
export function csvExample<T>(table: CsvTable<T>, object: T): string {
  return table.header + table.lines(object);
}

/** A page of a list, as the example of its answer. */
export function pageExample(object: unknown): Readonly<Record<string, Example>> {
  return { page: lastPage('The last page', object) };
}

/** A page with one object. */
export function lastPage(summary: string, object: unknown): Example {
  return { summary, value: { data: [object], has_more: false, next_cursor: null } };
}
