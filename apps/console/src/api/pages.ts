/** What every list of the API answers with. */
export interface Page {
  readonly data: readonly Identified[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}

export interface Identified {
  readonly id?: string;
  readonly ref?: string;
}

export function keyOf({ id, ref }: Identified): string {
  return id ?? ref ?? '';
}

/**
 * Puts a newer first page before the pages that are loaded: what is new comes first, what has changed is replaced.
 *
 * @returns `undefined` where more has been added than a page holds, so that the two do not follow on each other
 */
export function withNewest(pages: readonly Page[], newest: Page): readonly Page[] | undefined {
  if (!newest.has_more) return [newest];
  const known = new Set(pages.flatMap((page) => page.data.map(keyOf)));
  const added = newest.data.filter((row) => !known.has(keyOf(row)));
  if (added.length === newest.data.length) return undefined;
  const [first, ...rest] = withChanged(pages, new Map(newest.data.map((row) => [keyOf(row), row])));
  return first === undefined ? [newest] : [{ ...first, data: [...added, ...first.data] }, ...rest];
}

/** Replaces rows by newer versions of them. */
export function withChanged(pages: readonly Page[], changed: ReadonlyMap<string, object>): readonly Page[] {
  if (!pages.some((page) => page.data.some((row) => changed.has(keyOf(row))))) return pages;
  return pages.map((page) => ({ ...page, data: page.data.map((row) => changed.get(keyOf(row)) ?? row) }));
}
