import { readFile, writeFile } from 'node:fs/promises';
import { insertReport } from './report';

/** Where a report goes. */
export interface Destination {
  /** A document; undefined: the standard output. */
  readonly write: string | undefined;
  /** The name of its place in the document. */
  readonly place: string;
}

/**
 * Looks for the place, before all the work that would have been in vain.
 *
 * @throws Error when the document has no such place
 */
export async function requirePlace({ write, place }: Destination): Promise<void> {
  if (write !== undefined) insertReport(await readFile(write, 'utf8'), '', place);
}

/** Writes a report, in the place of the one that the document has. */
export async function publish(report: string, { write, place }: Destination): Promise<void> {
  if (write === undefined) process.stdout.write(report);
  else await writeFile(write, insertReport(await readFile(write, 'utf8'), report, place));
}
